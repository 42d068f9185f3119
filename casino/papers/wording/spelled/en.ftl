and = { $number } and { $rest }
