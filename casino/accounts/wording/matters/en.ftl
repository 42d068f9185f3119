program = made by the program
rules--casino-accounts--service-writing = locks an account for another command
rules--casino-accounts--signatures-demand = holds for everybody alike
