print("layouthost")
