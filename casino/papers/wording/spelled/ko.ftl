and = { $number } 및 { $rest }
