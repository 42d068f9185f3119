and = { $number } và { $rest }
