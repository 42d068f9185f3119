no_facts = Không có dữ kiện nào của ván { $round } được ghi đến vị trí đó.
