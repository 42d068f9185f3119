"""What runs in the child process: the only place that imports PyAV and Pillow. Started by
:mod:`surveillance.film.limited`; nothing else imports it."""
