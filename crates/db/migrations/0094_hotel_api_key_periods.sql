-- Partners rename their keys and move their usage periods: a renewed key stays in the machines that have it.
grant update (name, category, valid_from, valid_to) on hotel_api_keys to hyeobom_app;
