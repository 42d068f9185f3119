no-finding = No finding
as-chosen = as chosen
