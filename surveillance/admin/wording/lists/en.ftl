fetch = Fetch it from the recorder
