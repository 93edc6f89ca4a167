#include "engine/render/markdown_html.h"

#include <algorithm>
#include <optional>

namespace querygate {

namespace {

constexpr std::string_view kFence = "```";
constexpr std::string_view kItem = "- ";

// `text` starts with `open`; the stretch up to `close`, which is not empty. Takes it off `text`.
std::optional<std::string_view> TakeBetween(std::string_view& text, std::string_view open, std::string_view close) {
  if (!text.starts_with(open)) return std::nullopt;
  const std::size_t end = text.find(close, open.size());
  if (end == std::string_view::npos || end == open.size()) return std::nullopt;
  const std::string_view between = text.substr(open.size(), end - open.size());
  text.remove_prefix(end + close.size());
  return between;
}

std::optional<HtmlSpan> TakeLink(std::string_view& text) {
  std::string_view rest = text;
  const auto shown = TakeBetween(rest, "[", "]");
  const auto target = shown ? TakeBetween(rest, "(", ")") : std::nullopt;
  constexpr std::string_view kPage = ".md";
  if (!target || !target->ends_with(kPage) || target->find(':') != std::string_view::npos) return std::nullopt;
  text = rest;
  const std::string_view name = target->substr(0, target->size() - kPage.size());
  return HtmlSpan{std::string(*shown), HtmlSpan::Kind::kText, std::string(name) + ".html"};
}

HtmlLine Spans(std::string_view text) {
  HtmlLine line;
  std::string plain;
  const auto flush = [&] {
    if (!plain.empty()) line.push_back({std::move(plain), HtmlSpan::Kind::kText, {}});
    plain.clear();
  };
  while (!text.empty()) {
    if (const auto code = TakeBetween(text, "`", "`")) {
      flush();
      line.push_back({std::string(*code), HtmlSpan::Kind::kCode, {}});
    } else if (const auto strong = TakeBetween(text, "**", "**")) {
      flush();
      line.push_back({std::string(*strong), HtmlSpan::Kind::kStrong, {}});
    } else if (auto link = TakeLink(text)) {
      flush();
      line.push_back(*std::move(link));
    } else {
      plain += text.front();
      text.remove_prefix(1);
    }
  }
  flush();
  return line;
}

class Reader {
 public:
  explicit Reader(HtmlBody& body) : body_(body) {}

  void Read(std::string_view line) {
    if (line.starts_with(kFence)) return Fence();
    if (in_code_) {
      code_ += std::string(line) + '\n';
    } else if (line.empty()) {
      Flush();
    } else if (const int level = HeadingLevel(line); level > 0) {
      Flush();
      body_.Heading(level, line.substr(static_cast<std::size_t>(level) + 1));
    } else if (line.starts_with(kItem)) {
      FlushParagraph();
      items_.emplace_back(line.substr(kItem.size()));
    } else {
      std::string& block = items_.empty() ? paragraph_ : items_.back();
      const std::size_t text = std::min(line.find_first_not_of(' '), line.size());
      block += (block.empty() ? "" : " ") + std::string(line.substr(text));
    }
  }

  void Finish() {
    if (in_code_) Fence();
    Flush();
  }

 private:
  static int HeadingLevel(std::string_view line) {
    const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
    return level >= 1 && level <= 3 && level < line.size() && line[level] == ' ' ? static_cast<int>(level) : 0;
  }

  void Fence() {
    Flush();
    if (in_code_) {
      if (code_.ends_with('\n')) code_.pop_back();
      body_.Code(code_);
      code_.clear();
    }
    in_code_ = !in_code_;
  }

  void FlushParagraph() {
    if (!paragraph_.empty()) body_.Paragraph(Spans(paragraph_));
    paragraph_.clear();
  }

  void Flush() {
    FlushParagraph();
    std::vector<HtmlLine> lines;
    for (const std::string& item : items_) lines.push_back(Spans(item));
    body_.List(lines);
    items_.clear();
  }

  HtmlBody& body_;
  bool in_code_ = false;
  std::string code_;
  std::string paragraph_;
  std::vector<std::string> items_;
};

}  // namespace

void AddMarkdown(std::string_view markdown, HtmlBody& body) {
  Reader reader(body);
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    reader.Read(markdown.substr(0, end));
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
  }
  reader.Finish();
}

}  // namespace querygate
