# LayoutHost: set up, build, run, test. `make help` lists the targets.
# SPDX-License-Identifier: Apache-2.0

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup swift build run pictures test lint docs bench model math-check peers compat prove fuzz simulate soak gtk gtk-only built install install-kit install-library install-pkgconfig install-gtk install-manual install-completions deb try-packages wheel clean
# Prerequisites are made one after the other under -j too: `setup` installs what `build` needs, and the parts of
# `install` copy what `built` has built. What takes time is SwiftPM, which uses all processors by itself, and the
# widget, whose makefile is not held to this.
.NOTPARALLEL:

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
# Shells other than bash leave the ~ of `PREFIX=~/layouthost` as it is.
override PREFIX := $(PREFIX:~/%=$(HOME)/%)
override DESTDIR := $(DESTDIR:~/%=$(HOME)/%)
# Recipes quote these paths for the shell, and give them to sed between bars.
$(foreach c,' " ` & | \,$(if $(findstring $(c),$(PREFIX)$(LIBDIR)$(DESTDIR)),$(error \
  PREFIX, LIBDIR and DESTDIR cannot have the character $(c); choose folders without it)))
STRIP ?= strip
# Where zsh looks for completions; Debian's packages have a folder of their own.
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
# The folders in which the window looks for its libraries first; the system's need none.
RUNPATH ?= $(if $(filter /usr,$(PREFIX)),,$$ORIGIN/$(shell realpath -ms --relative-to="$(PREFIX)/libexec/layouthost" "$(LIBDIR)"))
# Without the run path that SwiftPM adds: what is needed is found where the system keeps it.
SWIFT_BUILD := swift build --disable-local-rpath
RELEASE := .build/release
# Of the C library that the widget is built and tested with.
CONFIGURATION ?= release
# What the widget's makefile is told, for a build in the folder $(1). Its paths are relative: that of a checkout may
# have spaces, which make takes for the ends of names.
gtk_build = OUT=../../$(1) LH_INCLUDES=-I../LayoutHostC/include LH_LIBS="-L../../$(1) -llayouthost"
KIT := $(DESTDIR)$(PREFIX)/share/layouthost/kit
PLUGINS := FlowPlugin MosaicPlugin WaterfallPlugin SpringPlugin PendulumPlugin CarouselPlugin CoverflowPlugin CompositionalPlugin GalleryPlugin TablePlugin SectionsPlugin

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 18

setup: ## install what is missing, by name (Debian packages); nothing when all is there
	@Tools/setup

swift:
	@command -v swift >/dev/null || { echo "make: there is no swift on PATH; install Swift 6.3 or newer (https://www.swift.org/install) and put its usr/bin on PATH" >&2; exit 1; }

build: swift ## build everything in release
	@$(SWIFT_BUILD) -c release

run: setup build ## the demo: one session over Unicode, left in pictures/
	@$(RELEASE)/layouthost demo

pictures: setup build ## draw every layout and the studio, and write docs/layouts/README.md
	@Tools/pictures
	@Tools/studio-pictures

test: setup swift ## build and run all tests
	@Tools/run-tests

lint: setup swift ## formatting, leftovers, the listing of the ABI, doc comments of the kit
	@Tools/lint

docs: setup swift ## build the references for Swift, C, GTK, Python and authors of layouts into .build/docs
	@Tools/setup doxygen gi-docgen python3-sphinx
	@Tools/docs

bench: setup build ## measure, in release, and print the table
	@$(RELEASE)/layouthost bench

peers: setup build gtk ## measure beside GTK, Qt, Chromium, Box2D and Chipmunk, into docs/performance.md
	@command -v python3 >/dev/null || { echo "make: 'peers' needs python3; install it with apt-get install python3" >&2; exit 1; }
	@Tools/peers

model: setup ## check the models of the exchange and of the hot swap with Spin, and simulated exchanges against them
	@Tools/model
	@rm -f .build/traces
	@LAYOUTHOST_SIMULATE_TRACES=$(CURDIR)/.build/traces SEED=0 STEPS=20000 Tools/simulate
	@Tools/model --traces .build/traces

math-check: ## check the elementary functions: errors against MPFR, the same bits everywhere
	@Tools/setup gcc-aarch64-linux-gnu libc6-dev-arm64-cross libmpfr-dev qemu-user $$(command -v clang >/dev/null || echo clang)
	@Tools/portable-math/check

compat: setup build ## run plugins and hosts of older, present and later headers in every pair
	@Tools/compat --build-host

prove: setup build ## check the rules of `layouthost check`: each against a plugin that breaks it
	@$(MAKE) -s -C Tests/LayoutTesting/Fixtures/Mutants OUT=../../../../.build/mutants
	@$(RELEASE)/layouthost check --prove .build/mutants

fuzz: setup swift ## a million inputs for each fuzzer (RUNS=… TARGETS="judging replies")
	@Tools/fuzz $(or $(RUNS),1000000) $(TARGETS)

simulate: setup swift ## whole sessions by a seed, with faults (SEED=42 STEPS=5000, STEPS=3,8,21, FAILURES=20)
	@Tools/simulate

soak: setup swift ## the long form of every test that has one, the tests of a time, and the fuzzers (SUITES="…")
	@Tools/soak $(SUITES)

gtk: setup swift ## the GTK 4 widget, its introspection data and the window of `layouthost view`, into .build/gtk
	@$(SWIFT_BUILD) -c $(CONFIGURATION) --product layouthost-c
	@$(MAKE) gtk-only

# Against the C library that is built.
gtk-only:
	@test -e .build/$(CONFIGURATION)/liblayouthost-c.so || { echo "make: .build/$(CONFIGURATION)/liblayouthost-c.so is missing; run 'make gtk$(if $(filter-out release,$(CONFIGURATION)), CONFIGURATION=$(CONFIGURATION))'" >&2; exit 1; }
	@mkdir -p .build/gtk
	@for name in liblayouthost.so liblayouthost.so.1; do ln -sf ../$(CONFIGURATION)/liblayouthost-c.so .build/gtk/$$name; done
	@$(MAKE) -C Sources/LayoutHostGtk $(call gtk_build,.build/gtk) all
	@ln -srf .build/gtk/layouthost-view .build/$(CONFIGURATION)/layouthost-view

# Built apart from what `make gtk` builds: an installed program does not look where it was built.
INSTALLED_GTK := .build/gtk-install
# Gives the folder $(1) to the owner of this one when root has made it, who could not write there any more.
give_back = [ "$$(id -u)" != 0 ] || [ ! -e "$(1)" ] || chown -R --reference=. "$(1)"
install-gtk:
	@if ! pkg-config --exists 'gtk4 >= 4.8' gobject-introspection-1.0; then \
	  echo "make: without GTK 4.8 or a later 4 the widget and 'layouthost view' are left out (apt-get install libgtk-4-dev gobject-introspection libgirepository1.0-dev)"; exit 0; fi; \
	trap '$(call give_back,$(INSTALLED_GTK))' EXIT; \
	mkdir -p $(INSTALLED_GTK); \
	for name in liblayouthost.so liblayouthost.so.1; do ln -sf ../release/liblayouthost-c.so $(INSTALLED_GTK)/$$name; done; \
	$(MAKE) -C Sources/LayoutHostGtk $(call gtk_build,$(INSTALLED_GTK)) \
	  PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" RUNPATH='$(subst $$,$$$$,$(RUNPATH))' STRIP="$(STRIP)" DESTDIR="$(DESTDIR)" install

# What is installed. In a folder of another user, as under sudo, nothing is built: the files would be root's, and that
# user could build there no more.
built:
	@if [ "$$(stat -c %u .)" = "$$(id -u)" ]; then exec $(MAKE) build; fi; \
	for file in layouthost layout-worker liblayouthost-c.so $(PLUGINS:%=lib%.so); do \
	  [ -e $(RELEASE)/$$file ] || { echo "make: $(RELEASE)/$$file is missing; run 'make build' as the owner of this folder first" >&2; exit 1; }; done

install: built install-kit install-library install-gtk install-manual install-completions ## install into PREFIX (default /usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/layouthost" "$(DESTDIR)$(PREFIX)/include/layout/ext/draft" "$(DESTDIR)$(PREFIX)/lib/layouthost/plugins"
	install -m 755 $(RELEASE)/layouthost "$(DESTDIR)$(PREFIX)/bin/layouthost"
	install -m 755 $(RELEASE)/layout-worker "$(DESTDIR)$(PREFIX)/libexec/layouthost/layout-worker"
	for plugin in $(PLUGINS); do install -m 644 $(RELEASE)/lib$$plugin.so "$(DESTDIR)$(PREFIX)/libexec/layouthost/lib$$plugin.so"; done
	$(STRIP) --strip-unneeded "$(DESTDIR)$(PREFIX)/bin/layouthost" "$(DESTDIR)$(PREFIX)/libexec/layouthost/layout-worker" $(PLUGINS:%="$(DESTDIR)$(PREFIX)/libexec/layouthost/lib%.so")
	Tools/list-bundled "$(DESTDIR)$(PREFIX)/libexec/layouthost"
	install -m 644 Sources/LayoutABI/include/layout/*.h "$(DESTDIR)$(PREFIX)/include/layout/"
	install -m 644 Sources/LayoutABI/include/layout/ext/*.h "$(DESTDIR)$(PREFIX)/include/layout/ext/"
	install -m 644 Sources/LayoutABI/include/layout/ext/draft/*.h "$(DESTDIR)$(PREFIX)/include/layout/ext/draft/"
	@if [ -z "$(DESTDIR)" ] && [ -w /etc ]; then PATH=$$PATH:/usr/sbin:/sbin ldconfig; fi

# The C library, for programs in C, Python and other languages: docs/use-in-an-app.md. It looks for its plugins
# and its worker in ../libexec/layouthost.
install-library: install-pkgconfig
	install -d "$(DESTDIR)$(LIBDIR)" "$(DESTDIR)$(PREFIX)/include/layouthost"
	install -m 644 $(RELEASE)/liblayouthost-c.so "$(DESTDIR)$(LIBDIR)/liblayouthost.so.1.0.0"
	$(STRIP) --strip-unneeded "$(DESTDIR)$(LIBDIR)/liblayouthost.so.1.0.0"
	ln -sf liblayouthost.so.1.0.0 "$(DESTDIR)$(LIBDIR)/liblayouthost.so.1"
	ln -sf liblayouthost.so.1 "$(DESTDIR)$(LIBDIR)/liblayouthost.so"
	install -m 644 Sources/LayoutHostC/include/layouthost.h "$(DESTDIR)$(PREFIX)/include/"
	install -m 644 Sources/LayoutHostC/include/layouthost/*.h "$(DESTDIR)$(PREFIX)/include/layouthost/"

# Nothing is built for these: the tests make them for other prefixes.
install-pkgconfig:
	install -d "$(DESTDIR)$(LIBDIR)/pkgconfig"
	for name in layouthost layout-plugin; do sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|' Tools/pkgconfig/$$name.pc.in >"$(DESTDIR)$(LIBDIR)/pkgconfig/$$name.pc"; done

# What layouts in Swift are built with. An older kit goes first, files that are no more and all.
install-kit:
	rm -rf "$(KIT)"
	for module in LayoutABI CLayoutKit CPortableMath LayoutKit; do find -L Sources/$$module -type f -not -path '*.docc/*' -exec install -D -m 644 {} "$(KIT)/{}" \; ; done
	install -m 644 Tools/kit/Package.swift "$(KIT)/Package.swift"

install-manual:
	@if ! command -v scdoc >/dev/null; then echo "make: without scdoc the manual pages are left out (apt-get install scdoc)"; exit 0; fi; \
	trap '$(call give_back,.build/manual)' EXIT; \
	rm -rf .build/manual; Tools/manual $(RELEASE)/layouthost .build/manual; \
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"; install -m 644 .build/manual/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"

install-completions:
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(ZSHDIR)" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	$(RELEASE)/layouthost completion bash >"$(DESTDIR)$(PREFIX)/share/bash-completion/completions/layouthost"
	$(RELEASE)/layouthost completion zsh >"$(DESTDIR)$(ZSHDIR)/_layouthost"
	$(RELEASE)/layouthost completion fish >"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/layouthost.fish"

deb: swift ## Debian packages, into .build/deb
	@Tools/setup debhelper dh-python lintian
	@Tools/deb

wheel: setup build ## a wheel of the Python module with all that it needs of LayoutHost, into .build/wheel
	@Tools/setup python3-setuptools python3-wheel
	@Tools/wheel

try-packages: ## install the packages into a bare Debian and use them there as a new user would
	@Tools/try-packages

# The Debian that `make try-packages` installs is root's: nothing is removed until all of it can be.
clean: ## remove what was built and drawn
	@if [ -e .build/try ] && [ "$$(id -u)" != 0 ]; then \
	  echo "make: .build/try holds a Debian that belongs to root ('make try-packages'); run 'sudo make clean'" >&2; exit 1; fi
	rm -rf .build pictures
