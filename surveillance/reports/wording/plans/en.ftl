make_plan--title = Set a recurring report up
end_plan--title = End a recurring report
