once_confirmed = the confirmation on
from-moment-sha-256-of = From: { $moment }. SHA-256 of the text: { $sha256 }
