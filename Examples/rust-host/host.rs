// SPDX-License-Identifier: Apache-2.0
//
// host.rs: the host of ../c-host in Rust, over the bindings that Tools/abi-bindings makes. Loads a plugin, gives each
// of its layouts 1000 items, prints the first frames.
//
//   rustc --edition 2021 -O host.rs -o host && ./host PATH/libFlowPlugin.so
#[path = "../../Bindings/rust/layout.rs"]
mod layout;

use layout::*;
use std::ffi::{c_void, CString};
use std::mem::{size_of, transmute, zeroed};
use std::ptr::null;

extern "C" {
    fn dlopen(path: *const u8, flags: i32) -> *mut c_void;
    fn dlsym(image: *mut c_void, name: *const u8) -> *mut c_void;
}

unsafe fn words(text: layout_text) -> String {
    // `bytes` may be null then.
    if text.count == 0 {
        return String::new();
    }
    String::from_utf8_lossy(std::slice::from_raw_parts(text.bytes.cast(), text.count as usize)).into_owned()
}
unsafe extern "C" fn query(_: *mut c_void, _: u32) -> *const layout_query_functions { null() }
unsafe extern "C" fn section_count(_: *mut c_void) -> u32 { 1 }
unsafe extern "C" fn item_count(_: *mut c_void, section: u32) -> u32 { if section == 0 { 1000 } else { 0 } }
unsafe extern "C" fn reuse(_: *mut c_void, _: u32, _: layout_text) -> layout_status { LAYOUT_OK }
unsafe extern "C" fn map(_: *mut c_void, from: *const layout_path, n: u32, to: *mut layout_path) -> layout_status {
    (0..n as usize).for_each(|i| *to.add(i) = *from.add(i)); // Nothing ever moves here.
    LAYOUT_OK
}
unsafe extern "C" fn invalidate(_: *mut c_void, _: *const layout_invalidation) {}
unsafe extern "C" fn note(_: *mut c_void, _: layout_log_level, line: layout_text) { eprintln!("{}", words(line)) }
unsafe extern "C" fn fail(_: *mut c_void, why: layout_text) { eprintln!("{}", words(why)) }
unsafe extern "C" fn post(_: *mut c_void, _: u32, _: *const layout_value, _: u32) -> layout_status { LAYOUT_OK }
unsafe extern "C" fn extension(_: *mut c_void, _: layout_text) -> *const c_void { null() }

fn zero<T>() -> T { unsafe { zeroed() } }

/// A table of zeros that says its size, since later headers have more members.
macro_rules! table {
    ($type:ident { $($member:ident: $value:expr),* $(,)? }) => {{
        let mut table: $type = zero();
        table.struct_size = size_of::<$type>() as u32;
        $(table.$member = $value;)*
        table
    }};
}

unsafe fn show(plugin: &layout_plugin, index: u32) -> Result<(), layout_status> {
    let host = table!(layout_host { abi: LAYOUT_ABI, query: Some(query), section_count: Some(section_count),
        item_count: Some(item_count), register_decoration: Some(reuse), register_reuse: Some(reuse),
        map_paths: Some(map), invalidate: Some(invalidate), log: Some(note), set_error: Some(fail),
        post_event: Some(post), extension: Some(extension) });
    let view = layout_rect { x: 0.0, y: 0.0, width: 320.0, height: 480.0 };
    let data = table!(layout_snapshot { section_count: 1, epoch: 1, bounds: view, scale: 1.0, uniform_count: 1000 });
    let all = table!(layout_invalidation { marks: LAYOUT_MARK_EVERYTHING });
    // The most that a layout may answer about this window, so that nothing is asked twice.
    let most = 4096 + 320 * 480 / 64;
    let mut records: Vec<layout_attributes> = vec![zeroed(); most];
    let mut transforms: Vec<layout_transform> = vec![zeroed(); most];
    let mut payload = vec![0u64; 16 * most];
    let mut answer = table!(layout_answer { record_capacity: most as u32, records: records.as_mut_ptr(),
        transform_capacity: most as u32, transforms: transforms.as_mut_ptr(),
        payload_capacity: 16 * most as u32, payload: payload.as_mut_ptr() });
    let (mut made, mut size): (*const layout_instance, layout_size) = (null(), zeroed());
    let ok = |status: layout_status| if status == LAYOUT_OK { Ok(()) } else { Err(status) };
    ok(plugin.create.unwrap()(&host, index, &mut made))?;
    let it = &*made;
    ok(it.prepare.unwrap()(it.context, &data, &all))?;
    ok(it.content_size.unwrap()(it.context, &mut size))?;
    ok(it.attributes_in_rect.unwrap()(it.context, view, &mut answer))?;
    let name = words((**plugin.layouts.add(index as usize)).name);
    println!("{name}: content {} x {}, {} visible", size.width, size.height, answer.record_count);
    for record in &records[..answer.record_count.min(8) as usize] {
        let f = record.frame;
        println!("{}.{} at {} {}, {} x {}", record.section, record.item, f.x, f.y, f.width, f.height);
    }
    Ok(it.destroy.unwrap()(it.context))
}

fn main() {
    let path = std::env::args().nth(1).expect("which plugin?");
    unsafe {
        let name = CString::new(path.clone()).unwrap();
        let image = dlopen(name.as_ptr().cast(), 2);
        let symbol = if image.is_null() { image } else { dlsym(image, b"layout_plugin_entry\0".as_ptr()) };
        assert!(!symbol.is_null(), "host: {path} is no plugin");
        let entry: extern "C" fn(u32) -> *const layout_plugin = transmute(symbol);
        let plugin = entry(LAYOUT_ABI).as_ref().expect("a plugin for this host");
        for index in 0..plugin.layout_count {
            if let Err(status) = show(plugin, index) {
                eprintln!("the layout {index} gave {status}");
                std::process::exit(1);
            }
        }
    }
}
