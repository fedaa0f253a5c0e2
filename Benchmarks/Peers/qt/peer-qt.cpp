// SPDX-License-Identifier: Apache-2.0
//
// Qt Quick's GridView and ListView over a model of their own, without a window system.
//
//   peer-qt grid|list --items N --frames F
//
// Setting contentY makes the view bind and place its delegates at once; polishing the scene belongs to
// the frame, painting it does not.

#include "../peer.h"
#include <QAbstractListModel>
#include <QGuiApplication>
#include <QQmlContext>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>
#include <vector>

namespace {

/// A model that holds no items.
class Model : public QAbstractListModel {
 public:
  explicit Model(int count) : count(count) {}
  int rowCount(const QModelIndex &parent) const override { return parent.isValid() ? 0 : count; }
  QVariant data(const QModelIndex &index, int) const override {
    return QString::number(index.row());
  }
  QHash<int, QByteArray> roleNames() const override { return {{Qt::DisplayRole, "display"}}; }
  void insert(int row) {
    beginInsertRows(QModelIndex(), row, row);
    count++;
    endInsertRows();
  }

 private:
  int count;
};

const char *const grid = R"(
import QtQuick
GridView {
  width: 1000; height: 800; cellWidth: 100; cellHeight: 80; cacheBuffer: 0; reuseItems: true
  delegate: Rectangle { width: 98; height: 78; color: "#eef"; Text { text: display } }
})";

const char *const list = R"(
import QtQuick
ListView {
  width: 1000; height: 800; cacheBuffer: 0; reuseItems: true
  delegate: Rectangle {
    width: 980; height: 10 + index * 7919 % 10; color: "#eef"; Text { text: display }
  }
})";

}  // namespace

int main(int count, char **words) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("QT_QUICK_BACKEND", "software");
  qputenv("QSG_RENDER_LOOP", "basic");
  QGuiApplication app(count, words);
  bool isList = count > 1 && strcmp(words[1], "list") == 0;
  const char *peer = isList ? "Qt ListView" : "Qt GridView";
  int items = (int)peer_option(count, words, "--items", 1000000);
  int frames = (int)peer_option(count, words, "--frames", 200);
  peer_version(peer, qVersion());

  QQuickView window;
  window.resize(PEER_WIDTH, PEER_HEIGHT);
  QQmlComponent component(window.engine());
  component.setData(isList ? list : grid, QUrl());
  auto *view = qobject_cast<QQuickItem *>(component.create());
  if (view == nullptr) {
    fprintf(stderr, "peer-qt: %s\n", qPrintable(component.errorString()));
    return 1;
  }
  view->setParentItem(window.contentItem());
  window.show();
  app.processEvents();
  window.grabWindow();

  Model model(items);
  std::vector<double> samples(frames > 0 ? frames : 1);
  auto polish = [&] { QMetaObject::invokeMethod(view, "forceLayout"); };
  double start = peer_thread_time();
  view->setProperty("model", QVariant::fromValue<QObject *>(&model));
  app.processEvents();
  polish();
  samples[0] = peer_thread_time() - start;
  peer_print(peer, "open", samples.data(), 1);
  window.grabWindow();

  std::vector<double> calls(samples.size());
  auto measure = [&](double offset, int frame) {
    double before = peer_thread_time();
    view->setProperty("contentY", offset);
    calls[frame] = peer_thread_time() - before;
    polish();
    samples[frame] = peer_thread_time() - before;
    window.grabWindow();
  };
  auto print = [&](const char *row, const char *bind, int times) {
    peer_print(peer, row, samples.data(), times);
    peer_print(peer, bind, calls.data(), times);
  };
  auto length = [&] { return view->property("contentHeight").toDouble(); };
  for (int frame = 0; frame < frames; frame++) measure(peer_offset((uint32_t)frame, length()), frame);
  print("jump", "jump-bind", frames);

  double offset = length() / 3;
  measure(offset, 0);
  for (int frame = 0; frame < frames; frame++) measure(offset += PEER_STEP, frame);
  int rows = peer_row_means(samples.data(), frames);
  peer_row_means(calls.data(), frames);
  print("scroll", "scroll-bind", rows);

  view->setProperty("contentY", length() / 2);
  window.grabWindow();
  for (int frame = 0; frame < frames; frame++) {
    double before = peer_thread_time();
    model.insert(items / 2);
    polish();
    samples[frame] = peer_thread_time() - before;
    window.grabWindow();
  }
  peer_print(peer, "insert", samples.data(), frames);
  peer_print_memory(peer, "memory");
  fflush(stdout);
  _Exit(0);
}
