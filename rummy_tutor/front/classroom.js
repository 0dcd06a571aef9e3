// Classroom: the bar above what a class is shown, and the screen on which a teacher chooses and makes lists.

import { copyText } from "./shared/address.js";
import { actionButton, choiceOptions } from "./shared/controls.js";
import { h, icon, redraw } from "./shared/dom.js";
import { giveFile, sheetAddress } from "./shared/files.js";
import { Keeper } from "./shared/keep.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

const LISTS = "rummy-tutor-lists"; // what the browser keeps of the teacher's lists

export class ClassroomView {
  /** @type {page.ClassroomView} */
  vm;

  /** `bar` stands above every screen, `place` is the screen of its own; `inPage` whether the browser may keep lists. */
  constructor(bar, place, host, inPage) {
    this.bar = bar;
    this.place = place;
    this.host = host;
    this.inPage = inPage;
    this.kept = new Keeper(LISTS, 1);
    this.form = {
      text: "",
      lesson: "",
      goal: "",
      puzzle: "",
      n: "6",
      puzzles: "1",
      seed: "1",
      first: "1",
      example: true,
    };
    this.asked = false;
    this.gives = false; // whether the code of a homework is shown
    this.shared = false; // whether the address has just been copied
    this.file = 0;
    for (const root of [bar, place]) {
      root.addEventListener("click", (event) => this.onClick(event));
      root.addEventListener("change", (event) => this.onChange(event));
      root.addEventListener("submit", (event) => {
        event.preventDefault();
        this.pick("add", "typed");
      });
    }
  }

  /** @param {page.Asked<"class">} asked */
  send(asked) {
    this.host.send(/** @type {page.Action} */ ({ type: "class", ...asked }));
  }

  /** @param {page.ClassroomView} vm */
  update(vm) {
    this.vm = vm;
    const { file, chooser } = vm;
    if (file && file.n !== this.file) {
      this.file = file.n;
      giveFile(file);
      this.send({ do: "taken" });
    }
    redraw(this.bar, [vm.bar ? this.teachBar(vm.bar) : null, vm.home ? this.homeBar(vm.home) : null]);
    redraw(this.place, chooser ? this.chooser(chooser) : []);
    if (!chooser) return;
    if (chooser.data && this.inPage) this.kept.write(chooser.data);
    if (!this.asked) this.send({ do: "recall", data: this.inPage ? this.kept.read() : null });
    this.asked = true;
  }

  // ---- before the class ----------------------------------------------------------------------
  /** @param {page.TeachBarView} bar */
  teachBar(bar) {
    const { words } = this.vm;
    return h("div.rt-row.rt-teachbar", { key: "teach" }, [
      bar.place
        ? [
            actionButton("class-back", words.back, { off: bar.first, title: words.key_back }),
            h("span.rt-classplace", { key: "place" }, h("b", bar.place), bar.title ? ` ${bar.title}` : null),
            actionButton("class-next", words.next, { off: bar.last, primary: true, title: words.key_next }),
          ]
        : null,
      bar.has_steps
        ? h(
            "button.rt-button",
            {
              class: bar.place ? null : "rt-primary",
              act: "next-step",
              focus: "next-step",
              key: "step",
              "aria-disabled": bar.step ? null : "true",
            },
            [icon("eye"), bar.step || this.host.t("all_shown"), h("kbd", "N")],
          )
        : null,
      actionButton("class-lists", words.lists, { name: "book" }),
      h("button.rt-button", { act: "class-leave", key: "leave", focus: "leave-class" }, words.leave),
    ]);
  }

  /**
   * A list that is worked through alone, and at a press the code of what was answered.
   * @param {page.HomeworkView} home
   */
  homeBar(home) {
    const { words } = this.vm;
    const give = { "aria-expanded": String(this.gives), act: "home-give", focus: "home-give" };
    return h("section.rt-stack.rt-near.rt-homework", { key: "home", "aria-label": home.title || home.place }, [
      h("div.rt-row.rt-teachbar", { key: "bar" }, [
        actionButton("home-back", words.back, { off: home.first }),
        h("span.rt-classplace", { role: "status" }, h("b", home.place), [
          ["", home.title, home.done].filter((part, at) => part || !at).join(" · "),
        ]),
        actionButton("home-next", words.next, { off: home.last, primary: home.answered }),
        h("button.rt-button", { ...give, class: home.last && home.answered ? "rt-primary" : null }, words.home_give),
      ]),
      this.gives
        ? h("div.rt-panel", { key: "give" }, [
            this.field(
              "name",
              words.home_name,
              h("input", { type: "text", value: home.name, "data-home": "name", maxlength: 24, focus: "home-name" }),
            ),
            home.code
              ? this.field(
                  "code",
                  words.home_code,
                  h("textarea", { readonly: true, rows: 3, value: home.code, focus: "home-code" }, home.code),
                )
              : h("p", { key: "none" }, words.home_none),
            h("p.rt-quiet", { key: "proves" }, words.home_proves),
            h("div.rt-buttons", { key: "do" }, [
              home.code ? actionButton("home-copy", words.home_copy, { primary: true }) : null,
              actionButton("home-leave", words.home_leave),
              h("span.rt-said", { role: "status" }, this.shared ? words.home_copied : ""),
            ]),
          ])
        : null,
    ]);
  }

  onKey(event) {
    if (!this.vm?.on || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { bar } = this.vm;
    const step = event.key.toLowerCase() === "n";
    if (step && bar.has_steps) this.host.send({ type: "next_step" });
    else if ((step || event.key === "PageDown") && bar.place) this.send({ do: "next" });
    else if (event.key === "PageUp" && bar.place) this.send({ do: "back" });
    else return false;
    return true;
  }

  // ---- choosing ------------------------------------------------------------------------------
  /** @param {page.ChooserView} chooser */
  chooser(chooser) {
    const { words } = this.vm;
    return [
      h("header.rt-classhead", { key: "head" }, h("h2", words.main), h("p.rt-quiet", words.about, " ", words.keys)),
      chooser.said && !chooser.said.field
        ? h("p.rt-message", { key: "said", "data-tone": chooser.said.tone, role: "status" }, chooser.said.text)
        : null,
      h("div.rt-grid.rt-classsources", { key: "sources" }, [
        this.lessonSource(chooser),
        this.puzzleSource(chooser),
        this.typedSource(chooser),
        this.hereSource(chooser),
      ]),
      h("section.rt-panel.rt-classlists", { key: "lists" }, [this.lists(chooser), this.edited(chooser)]),
    ];
  }

  field(name, label, control) {
    return h("label.rt-field", { key: name }, h("span", label), control);
  }

  choose(name, choices) {
    if (!choices.some((one) => one.key === this.form[name])) this.form[name] = choices[0].key;
    const attrs = { "data-form": name, focus: name, value: this.form[name] };
    return h("select", attrs, choiceOptions(choices, this.form[name]));
  }

  number(name, least, most) {
    const attrs = { type: "number", min: least, max: most, value: this.form[name], "data-form": name, focus: name };
    return h("input", attrs);
  }

  /** What is chosen can be shown at once, or goes into the list. */
  buttons(source, more = null) {
    const { words } = this.vm;
    const button = (act, label) =>
      actionButton(act, label, {
        primary: act === "class-show" && source === "lesson" && !this.vm.chooser.edited?.entries.length,
        focus: `${act}-${source}`,
        "data-source": source,
      });
    return h("div.rt-buttons", { key: "buttons" }, [
      button("class-show", words[`show_${source === "puzzles" && this.form.puzzle ? "puzzle" : source}`]),
      button("class-add", words.add),
      more,
    ]);
  }

  /** @param {page.ChooserView} chooser */
  lessonSource(chooser) {
    const { words } = this.vm;
    const example = { type: "checkbox", checked: this.form.example, "data-form": "example", focus: "example" };
    return h("section.rt-panel", { key: "lesson" }, [
      h("h3", words.lesson_title, " ", h("span.rt-quiet", chooser.game)),
      this.field("lesson", words.lesson, this.choose("lesson", chooser.lessons)),
      h("div.rt-row.rt-classnumbers", [
        this.field("n", words.how_many_tasks, this.number("n", 1, 40)),
        this.field("seed", words.number, this.number("seed", 0, 999999)),
      ]),
      h("p.rt-quiet", { key: "same" }, words.number_about),
      h("label.rt-line.rt-near.rt-check", { key: "example" }, h("input", example), h("span", words.also_example)),
      this.buttons("lesson", actionButton("class-sheet", words.print)),
    ]);
  }

  /** @param {page.ChooserView} chooser */
  puzzleSource(chooser) {
    const { words } = this.vm;
    const any = [...(chooser.goals.length ? [{ key: "", label: words.any_puzzle }] : []), ...chooser.puzzles];
    return h("section.rt-panel", { key: "puzzles" }, [
      h("h3", words.puzzle_title, " ", h("span.rt-quiet", chooser.game)),
      this.field("puzzle", words.puzzle, this.choose("puzzle", any)),
      this.form.puzzle ? null : this.field("goal", words.goal, this.choose("goal", chooser.goals)),
      this.form.puzzle
        ? null
        : h("div.rt-row.rt-classnumbers", { key: "numbers" }, [
            this.field("puzzles", words.how_many_puzzles, this.number("puzzles", 1, 40)),
            this.field("first", words.number, this.number("first", 0, 999999)),
          ]),
      this.buttons("puzzles"),
    ]);
  }

  /**
   * A hand of the teacher's own, as it is typed in Analyse.
   * @param {page.ChooserView} chooser
   */
  typedSource(chooser) {
    const { words } = this.vm;
    const wrong = chooser.said?.field === "text" ? chooser.said.text : null;
    const text = { type: "text", value: this.form.text, "data-form": "text", focus: "text", autocomplete: "off" };
    const about = { "aria-invalid": wrong && "true", "aria-describedby": wrong ? "rt-typed-wrong" : null };
    return h("form.rt-panel", { key: "typed" }, [
      h("h3", words.typed_title, " ", h("span.rt-quiet", chooser.game)),
      this.field("text", words.typed, h("input", { ...text, ...about, spellcheck: "false", maxlength: 2000 })),
      wrong ? h("p.rt-error", { key: "wrong", id: "rt-typed-wrong", role: "alert" }, wrong) : null,
      h("p.rt-quiet", words.typed_about),
      this.buttons("typed"),
    ]);
  }

  /** @param {page.ChooserView} chooser */
  hereSource(chooser) {
    return h("section.rt-panel", { key: "here" }, [
      h("h3", this.vm.words.page_title),
      chooser.here.map((one) =>
        h("div.rt-row.rt-classhere", { key: one.key }, h("p", one.label), this.buttons(one.key)),
      ),
    ]);
  }

  /** @param {page.ChooserView} chooser */
  lists(chooser) {
    const { words } = this.vm;
    return [
      h("h3", { key: "title" }, words.lists_title),
      chooser.lists.length ? null : h("p.rt-quiet", { key: "none" }, words.none),
      this.inPage ? h("p.rt-quiet", { key: "keeps" }, words.keeps) : null,
      h("ul.rt-row.rt-listnames", { key: "names" }, [
        chooser.lists.map((one, at) =>
          h("li", { key: at }, [
            h(
              "button.rt-button",
              { act: "class-open", "data-at": at, focus: `list-${at}`, "aria-pressed": String(one.open) },
              h("b", one.title),
              h("span.rt-quiet", one.count),
            ),
          ]),
        ),
      ]),
      h("div.rt-buttons", { key: "more" }, [
        actionButton("class-new", words.new),
        actionButton("class-load", words.load),
        h("input", { type: "file", accept: ".json,application/json", hidden: true, "data-list": true, key: "file" }),
      ]),
    ];
  }

  /** @param {page.ChooserView} chooser */
  edited(chooser) {
    const { words } = this.vm;
    const { edited } = chooser;
    if (!edited) return null;
    const last = edited.entries.length - 1;
    const small = (act, at, name, off) =>
      h(
        "button.rt-button.rt-ghost",
        { act, "data-at": at, key: act, focus: `${act}-${at}`, "aria-disabled": off ? "true" : null },
        name,
      );
    const name = { type: "text", value: edited.title, "data-title": true, maxlength: 80, focus: "list-title" };
    return h("div.rt-stack.rt-near.rt-editedlist", { key: "edited" }, [
      this.field("title", words.title, h("input", name)),
      last < 0 ? h("p.rt-quiet", { key: "empty" }, words.empty) : null,
      h("ol.rt-listed.rt-entries", { key: "entries" }, [
        edited.entries.map((text, at) =>
          h("li", { key: at }, [
            h("span", text),
            h("span.rt-row.rt-close.rt-entrytools", [
              small("class-up", at, words.up, at === 0),
              small("class-down", at, words.down, at === last),
              small("class-out", at, words.out, false),
            ]),
          ]),
        ),
      ]),
      h("div.rt-buttons", { key: "do" }, [
        last < 0 ? null : actionButton("class-show", words.show_list, { primary: true, "data-source": "list" }),
        edited.code && this.inPage ? actionButton("class-share", words.share, { name: "share" }) : null,
        edited.code && this.inPage ? actionButton("class-share-home", words.home_share) : null,
        last < 0 ? null : actionButton("class-save", words.save),
        actionButton("class-delete", words.delete),
        h("span.rt-said", { role: "status" }, this.shared ? words.shared : ""),
      ]),
      last >= 0 && !edited.code ? h("p.rt-quiet", { key: "long" }, words.too_long) : null,
    ]);
  }

  // ---- acting --------------------------------------------------------------------------------
  source(source) {
    const { text, lesson, goal, puzzle, n, puzzles, seed, first, example } = this.form;
    const [count, from] = source === "puzzles" ? [puzzles, first] : [n, seed];
    return { source, text, lesson, goal, puzzle, n: Number(count) || 1, seed: Number(from) || 0, example };
  }

  /**
   * Show what has been chosen, or add it to the list; a hand that could be read leaves its field.
   * @param {"show" | "add"} act
   * @param {string} source
   */
  async pick(act, source) {
    this.send({ do: act, ...this.source(source) });
    await this.host.answered();
    if (source !== "typed") return;
    const field = this.place.querySelector("[data-form=text]");
    if (this.vm.chooser?.said?.tone === "bad") {
      field?.focus();
      return;
    }
    this.form.text = "";
    this.update(this.vm);
    if (field) field.value = "";
  }

  async onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target || target.getAttribute("aria-disabled") === "true") return;
    const { act, source } = target.dataset;
    const at = Number(target.dataset.at);
    this.shared = false;
    if (act === "next-step") this.host.send({ type: "next_step" });
    else if (act === "class-show" || act === "class-add") await this.pick(act.slice(6), source);
    else if (act === "class-sheet")
      this.send({ do: "sheet", ...this.source("lesson"), url: sheetAddress(this.inPage) });
    else if (act === "class-up" || act === "class-down") this.send({ do: "move", at, by: act === "class-up" ? -1 : 1 });
    else if (act === "class-open" || act === "class-out") this.send({ do: act.slice(6), at });
    else if (act === "class-load") this.place.querySelector("[data-list]").click();
    else if (act === "class-share") await this.share("list");
    else if (act === "class-share-home") await this.share("home");
    else if (act === "home-give") {
      this.gives = !this.gives;
      this.update(this.vm);
    } else if (act === "home-copy") {
      await copyText(this.vm.home.code, this.bar);
      this.shared = true;
      this.update(this.vm);
    } else if (act === "home-leave") this.send({ do: "home-leave" });
    else if (act.startsWith("home-")) {
      this.gives = false;
      this.send({ do: "home-go", by: act === "home-next" ? 1 : -1 });
    } else if (act.startsWith("class-")) this.send({ do: act.slice(6) });
  }

  /** @param {"list" | "home"} name */
  async share(name) {
    const { code } = this.vm.chooser.edited;
    await copyText(`${location.origin}${location.pathname}?mode=class&${name}=${code}`, this.place);
    this.shared = true;
    this.update(this.vm);
  }

  async onChange(event) {
    const { target } = event;
    const { form } = target.dataset;
    if (form) {
      this.form[form] = target.type === "checkbox" ? target.checked : target.value;
      this.update(this.vm);
    } else if (target.dataset.home) this.send({ do: "home-name", name: target.value });
    else if (target.dataset.title !== undefined) this.send({ do: "title", title: target.value });
    else if (target.dataset.list !== undefined && target.files.length) {
      const [file] = target.files;
      const text = file.size > 2e6 ? "" : await file.text();
      target.value = "";
      this.send({ do: "load", text });
    }
  }
}
