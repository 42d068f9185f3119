causes--money_was_right = the money was right, recorded late or in part
causes--settled_at_table = settled at the table
causes--entered_wrongly = entered wrongly
causes--device_fault = a device at fault
causes--training = training, or a test of the table
causes--film_shows = the film shows it
causes--those_present_heard = those present were heard
causes--other = another reason
