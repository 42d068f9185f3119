rounded--down = làm tròn xuống bội số của { $unit }
rounded--nearest = làm tròn đến bội số gần nhất của { $unit }, nửa thì lên
rounded--up = làm tròn lên bội số của { $unit }
