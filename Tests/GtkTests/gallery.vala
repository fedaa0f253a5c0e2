// SPDX-License-Identifier: Apache-2.0
//
// A window with a list of words, in Vala.
int main () {
    Gtk.init ();
    var factory = new Lh.SignalCellFactory ();
    factory.setup.connect ((cell) => cell.set_child (new Gtk.Label (null)));
    factory.bind.connect ((cell) => {
        var word = (Gtk.StringObject) cell.get_item ();
        ((Gtk.Label) cell.get_child ()).set_text (word.get_string ());
    });
    var words = new Gtk.StringList ({ "one", "two", "three" });
    var view = new Lh.CollectionView (new Gtk.NoSelection (words), factory);
    try {
        view.set_layout ("waterfall", false);
        view.set_property_value ("columnCount", new Variant.int64 (2));
    } catch (Error error) {
        printerr ("%s\n", error.message);
        return 1;
    }
    var window = new Gtk.Window ();
    window.child = view;
    window.set_default_size (400, 300);
    window.present ();
    while (view.get_cell (0, 2) == null) MainContext.default ().iteration (true);
    print ("%s: %s\n", view.layout, ((Gtk.Label) view.get_cell (0, 2).get_child ()).get_text ());
    return 0;
}
