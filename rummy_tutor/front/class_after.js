// What a class leaves its teacher: answers as files, what to repeat, the class book, homework, and the end itself.

import { actionButton } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";
import { giveFile } from "./shared/files.js";

/** @import { TeacherForm } from "./class_form.js" */
/** @import { TeacherPage } from "./class_teacher.js" */
/** @import * as page from "./page.js" */

export class AfterClass {
  /**
   * @param {TeacherPage} page
   * @param {TeacherForm} form
   */
  constructor(page, form) {
    this.page = page;
    this.form = form;
    this.t = page.t;
    this.names = false; // whether files name the students
    this.saved = 0; // how many answers are in the file that was saved last
    this.ending = false; // whether the teacher is asked if the class is to end
    this.forgetting = false; // and whether they have said once that it is to be deleted
  }

  /** @param {page.DeskView} desk */
  draw(desk) {
    const { t } = this;
    return h("section.rt-panel", { key: "after" }, [
      h("h2", t("after")),
      this.files("after", actionButton("repeat", t("repeat"))),
      this.repeats(),
      desk.has_book ? actionButton("book", t("book-write")) : null,
      this.book(),
    ]);
  }

  repeats() {
    const repeat = this.page.get("repeat");
    if (!repeat) return null;
    return h("ul.rt-repeat", { key: "repeats" }, [
      repeat.lessons.map((one) =>
        h("li", { "data-again": String(one.again) }, [
          h("b", one.title),
          " ",
          h("span", one.told),
          one.again && one.aim ? h("p", one.aim) : null,
          one.beliefs.length ? h("ul", [one.beliefs.map((line) => h("li", line))]) : null,
        ]),
      ),
    ]);
  }

  /** The class book once this class has been written into it: what each should repeat. */
  book() {
    const book = this.page.get("book");
    if (!book) return null;
    return h("div", { key: "book", role: "status" }, [
      h("p", this.t("book-written", { n: book.classes, file: book.file })),
      h("ul.rt-repeat", [
        book.students.map((one) =>
          h("li", { key: one.name }, [
            h("b", one.name),
            " ",
            one.told,
            one.again.length ? h("p", this.t("book-again", { lessons: one.again.join(", ") })) : null,
          ]),
        ),
      ]),
    ]);
  }

  /** The answers as files, for one of the places where they are offered. */
  files(place, more = null) {
    const { t } = this;
    return [
      h("label.rt-line.rt-near.rt-check", { key: "names" }, [
        h("input", { type: "checkbox", "data-field": "names", checked: this.names, focus: `${place}-names` }),
        h("span", t("with-names")),
      ]),
      h("div.rt-buttons", { key: "files" }, [
        actionButton("export-csv", t("export-csv"), { focus: `${place}-csv` }),
        actionButton("export-json", t("export-json"), { focus: `${place}-json` }),
        more,
      ]),
    ];
  }

  /** @param {page.ClassFileView} file */
  keepFile(file) {
    giveFile(file);
    if (file.answers !== undefined) this.saved = file.answers;
    this.page.draw();
  }

  /** The tasks to come as a link for home, and what comes back from there. */
  homework() {
    const { t } = this;
    const [home, read] = [this.page.get("home"), this.page.get("read")];
    const site = this.form.values.site.trim().replace(/[?#].*$/, "");
    const address = `${site}?mode=class&home=${home?.code}`;
    return h("section.rt-panel", { key: "homework" }, [
      h("h2", t("homework")),
      h("p.rt-quiet", t("homework-about")),
      this.form.enter("site", t("homework-site"), "url"),
      site ? null : h("p.rt-quiet", { key: "where" }, t("homework-where", { command: "rummy-tutor site FOLDER" })),
      actionButton("home-link", t("homework-link")),
      home && site
        ? home.code
          ? this.form.field(
              "link",
              t("homework-copy", { n: home.n }),
              h("input", { type: "text", readonly: true, value: address, focus: "home-address" }),
            )
          : h("p", { key: "no", role: "status" }, t("homework-none"))
        : null,
      this.form.enter("result", t("homework-result"), "text", { autocomplete: "off" }),
      actionButton("home-read", t("homework-read")),
      read ? h("p", { key: "read", role: "status" }, t("homework-taken", read)) : null,
    ]);
  }

  /**
   * The question before the class ends, with the files that would otherwise be lost.
   * @param {page.DeskView} desk
   */
  drawEnd(desk) {
    const { t } = this;
    const left = desk.given - this.saved;
    return h("section.rt-panel.rt-end", { key: "end", role: "alertdialog", "aria-labelledby": "end-title" }, [
      h("h2", { id: "end-title" }, t("end-title")),
      h("p", t("end-what")),
      desk.given
        ? h("p", { class: left > 0 ? "rt-message" : null, "data-tone": "bad", role: "status" }, [
            icon(left > 0 ? "invalid" : "check"),
            " ",
            left > 0 ? t("unsaved", { n: left }) : t("all-saved"),
          ])
        : null,
      desk.given ? this.files("end") : null,
      desk.kept_in ? h("p.rt-quiet", { key: "kept" }, t("kept-there", { file: desk.kept_in })) : null,
      h("div.rt-buttons", [
        actionButton("end-now", t("end-now"), { class: "rt-primary" }),
        actionButton("end-not", t("end-not")),
        desk.kept_in ? actionButton("forget", t(this.forgetting ? "forget-sure" : "forget")) : null,
      ]),
    ]);
  }

  /** Ask whether the class is to end, or ask no more; the focus goes with it. */
  askEnd(on) {
    this.ending = on;
    this.forgetting = false;
    this.page.draw();
    this.page.body.querySelector(`[data-focus=${on ? "end-not" : "end"}]`).focus();
  }

  /** What can be done with homework, with the files and with the end. */
  acts() {
    return {
      "home-link": () => {
        if (this.form.values.site) this.page.send({ type: "home-link" });
        else this.page.body.querySelector("[data-focus=site]").focus();
      },
      "home-read": () => {
        this.page.send({ type: "home-read", code: this.form.values.result });
        this.form.values.result = "";
      },
      "export-json": () => this.page.send({ type: "export", as: "json", names: this.names }),
      "export-csv": () => this.page.send({ type: "export", as: "csv", names: this.names }),
      end: () => this.askEnd(!this.ending),
      "end-not": () => this.askEnd(false),
      "end-now": () => this.page.send({ type: "end" }),
      forget: () => {
        if (this.forgetting) this.page.send({ type: "forget" });
        this.forgetting = true;
        this.page.draw();
      },
    };
  }
}
