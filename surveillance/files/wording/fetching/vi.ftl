not_yet = chưa tới lúc đó; đầu ghi chưa có hình
