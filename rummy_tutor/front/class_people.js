// Who is in a class, for its teacher: students by name, what can be changed about each, and the door.

import { actionButton } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";

/** @import { TeacherForm } from "./class_form.js" */
/** @import { TeacherPage } from "./class_teacher.js" */
/** @import * as page from "./page.js" */

export class PeoplePanel {
  /**
   * @param {TeacherPage} page
   * @param {TeacherForm} form
   */
  constructor(page, form) {
    this.page = page;
    this.form = form;
    this.t = page.t;
    this.person = null; // the number of the student whose name was pressed
    this.removing = false; // whether the teacher has said once that they are to go
  }

  /**
   * @param {page.DeskView} desk
   * @param {page.WallView} wall
   */
  draw(desk, wall) {
    const students = this.page.sort(desk.students);
    return h("section.rt-panel", { key: "people" }, [
      h("h2", this.t("people", { n: students.length })),
      h("ul.rt-grid.rt-people", [
        students.map((one) => [
          h(
            "li.rt-line.rt-close",
            { key: one.number, "data-here": String(one.here), "data-answered": String(one.answered) },
            [
              icon(one.answered ? "check" : "loose"),
              h(
                "button.rt-button.rt-ghost",
                {
                  act: "person",
                  "data-student": one.number,
                  focus: `person-${one.number}`,
                  title: this.t("about-student", { name: one.name }),
                  "aria-expanded": String(this.person === one.number),
                },
                h("span", [
                  one.name,
                  one.here ? null : h("small.rt-quiet", " ", this.t("away")),
                  one.practised ? h("small.rt-quiet", " ", `${one.practised_right}/${one.practised}`) : null,
                ]),
              ),
              h("span.rt-sr", this.t(one.answered ? "has-answered" : "has-not-answered")),
            ],
          ),
          one.number === this.person ? this.aboutPerson(one, students) : null,
        ]),
      ]),
      h("div.rt-buttons", { key: "door" }, [
        actionButton("code", this.t("new-code")),
        actionButton("door", this.t("all-in"), { "aria-pressed": String(!wall.door) }),
      ]),
    ]);
  }

  /**
   * What the teacher can change about a student: the name, who else they are, whether they are in the class.
   * @param {page.StudentView} one
   * @param {page.StudentView[]} all
   */
  aboutPerson(one, all) {
    const { t } = this;
    const others = all.filter(({ number }) => number !== one.number);
    const options = others.map(({ number, name }) => ({ key: String(number), label: name }));
    const label = t("about-student", { name: one.name });
    return h("li.rt-aboutperson", { key: "about" }, [
      h("div.rt-stack.rt-near.rt-box", { role: "group", "aria-label": label }, [
        this.form.enter("called", t("name-of"), "text", { maxlength: 24 }),
        options.length ? this.form.choose("same", t("same-as"), options) : null,
        h("div.rt-buttons", { key: "buttons" }, [
          actionButton("student-call", t("call-student")),
          options.length ? actionButton("student-merge", t("merge-student")) : null,
          actionButton("student-remove", t(this.removing ? "remove-sure" : "remove-student")),
        ]),
      ]),
    ]);
  }

  /**
   * Who asks to come in, above everything else.
   * @param {page.DeskView} desk
   */
  atDoor({ at_door: n }) {
    if (!n) return null;
    return h("section.rt-panel", { key: "door", role: "status" }, [
      h("p", this.t("at-door", { n })),
      actionButton("admit", this.t("admit"), { class: "rt-primary" }),
    ]);
  }

  /**
   * Change something about a student, and show no more what can be changed.
   * @param {page.ClassAction} asked
   */
  leavePerson(asked) {
    this.page.send(asked);
    this.person = null;
    this.page.draw();
  }

  /** What can be done with students and the door. */
  acts() {
    const { form } = this;
    return {
      person: ({ dataset }) => {
        const number = Number(dataset.student);
        this.person = this.person === number ? null : number;
        this.removing = false;
        const { students } = this.page.get("desk");
        form.values.called = students.find((one) => one.number === number)?.name ?? "";
        form.values.same = String(students.find((one) => one.number !== number)?.number ?? "");
        this.page.draw();
      },
      "student-call": () => this.leavePerson({ type: "student-call", student: this.person, name: form.values.called }),
      "student-merge": () =>
        this.leavePerson({ type: "student-merge", student: this.person, into: Number(form.values.same) }),
      "student-remove": () => {
        if (this.removing) this.leavePerson({ type: "student-remove", student: this.person });
        this.removing = true;
        this.page.draw();
      },
      door: () => this.page.send({ type: "door", on: !this.page.get("wall").door }),
    };
  }
}
