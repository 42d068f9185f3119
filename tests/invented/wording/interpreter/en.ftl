call_interpreter--title = Call an interpreter
call_interpreter--consequence = An interpreter is called and stands in the record.
call_interpreter--button = Call now
call_interpreter-party = For whom
call_interpreter-spoken = Language of the guest
call_interpreter-interpreter = Code of the interpreter
call_interpreter-comes_at = Comes at
call_interpreter-sworn = Sworn?
call_interpreter-sworn--words--yes = Yes
call_interpreter-sworn--words--no = No
call_interpreter-fee_minor = Fee
call_interpreter-fee_minor--help = If any.
spoken--zh = Chinese
spoken--ko = Korean

event--interpreter_called = Interpreter called
