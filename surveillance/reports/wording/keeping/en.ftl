delete_report--title = Delete the files of this report
