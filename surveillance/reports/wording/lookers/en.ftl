open_to--title = Let somebody look on
shut_out--title = Let an account look on no more
make_token--title = Make a token
end_token--title = End a token
