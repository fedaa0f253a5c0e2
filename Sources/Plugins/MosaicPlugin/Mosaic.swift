import LayoutABI

@c @implementation public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  nil
}
