record-not-as-stamped = { $place }: bản ghi không còn là bản đã được đóng dấu thời gian.
stamp-not-right = { $place }: dấu thời gian không đúng: { $error }
stamp-says = { $place }: dấu thời gian nói { $moment }.
