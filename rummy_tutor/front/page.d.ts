// What Python and the browser tell each other, made of the declarations in the package. To change it, change
// those, then run: python -m tests.front.page_types

/** A word to be marked in texts, in the forms in which it stands there. */
export interface MarkView {
  key: string;
  forms: string[];
}

/** The words before they are first looked at. */
export interface MarksView {
  closed: true;
  marks: MarkView[];
}

/** An entry in the list. */
export interface IndexView {
  key: string;
  name: string;
  kind: "question" | "word" | "code";
}

/** A rule of the learner's own game; ``term`` is what it is about. */
export interface OwnRuleView {
  text: string;
  codes: string[];
  remark: string;
  term: string;
}

/** What the learner's own game says. */
export interface OwnRulesView {
  head: string;
  lines: OwnRuleView[];
}

/** What is printed on a card; ``suit`` is None for a printed joker and for a rank alone. */
export interface FaceView {
  rank: string;
  suit: string | null;
  printed: boolean;
  name: string;
}

/** A card that only shows itself: what it stands for, and whether it is marked; ``key`` tells it from the others. */
export interface PlainCardView {
  rank: string;
  suit: string | null;
  printed: boolean;
  name: string;
  wild: boolean;
  key: string;
  stands: FaceView | null;
  moved: boolean;
}

/** A judged group that only shows itself; ``ids`` are the places of its cards on a table that lies beside it. */
export interface PlainGroupView {
  cards: PlainCardView[];
  icon: string;
  word: string;
  tone: string;
  ids: number[];
  label: string;
}

/** A sentence, and apart from it the numbers of the sources it cites and what else is said of them. */
export interface LineView {
  text: string;
  codes: string[];
  remark: string;
}

/** Cards judged by a game, and what is to be said of them. */
export interface ExampleView {
  rulebook: string;
  turned: PlainCardView | null;
  groups: PlainGroupView[];
  lines: LineView[];
}

/** What other games say, those that say the same together. */
export interface GameRulesView {
  games: string;
  lines: string[];
}

/** Another entry to see. */
export interface WordLinkView {
  key: string;
  name: string;
}

/** One entry; of the others' rules ``folded`` says whether they are folded up at first. */
export interface EntryView {
  key: string;
  name: string;
  also: string;
  answer: string;
  what: string;
  about: string;
  own: OwnRulesView | null;
  example: ExampleView | null;
  rules: GameRulesView[];
  folded: boolean;
  games: string;
  see: WordLinkView[];
}

/** The list, what a search finds (None without a search) and one entry; ``chosen`` unless a search shows it. */
export interface WordsView {
  marks: MarkView[];
  index: IndexView[];
  found: string[] | null;
  text: string;
  entry: EntryView | null;
  chosen: boolean;
}

/** The entry of a word, a source or a ruling; empty for the list alone. */
export interface WordValues {
  key: string;
}

/** What is typed into the search. */
export interface SearchValues {
  text: string;
}

/** What stands in the place of a panel that could not be drawn. */
export interface FailedView {
  failed: string;
}

/** What the browser is told of a panel; ``late`` says whether its browser code comes when it is first opened. */
export interface PanelEntry {
  key: string;
  stem: string;
  place: string;
  modes: string[];
  tab: string;
  late: boolean;
}

/** The browser's code of a panel. */
export interface PanelCode {
  esm: string;
  css: string;
}

/** The number of the message that has been answered last, and the view that sent it. */
export interface Reply {
  view: string;
  seq: number;
}

/** What could not be done: the tone and the text of the message. */
export interface ProblemView {
  tone: string;
  text: string;
}

/** Nothing: all is well. */
export interface NoProblem {
}

/** A font: its file in base64, and the characters that it draws, as CSS names them. */
export interface Font {
  data: string;
  range: string;
}

/** What a page is sent beside the view models of its panels. */
export interface PageValues {
  texts: Record<string, string>;
  panels: PanelEntry[];
  parts: Record<string, PanelCode>;
  reply: Reply;
  problem: ProblemView | NoProblem;
  fonts: Font[];
}

/** The view models by the names under which they come. */
export interface Views {
  editor: any;
  table: any;
  best: any;
  comparison: any;
  now_working: any;
  what_now: any;
  my_rules: any;
  puzzles: any;
  ledger: any;
  words: MarksView | WordsView;
  rulebook: any;
  learn: any;
  classroom: any;
  shell: any;
}

/** What a page may ask. */
export type Action =
  | { type: "fonts" }
  | { type: "text"; [more: string]: any }
  | { type: "preset"; [more: string]: any }
  | { type: "deal"; [more: string]: any }
  | { type: "deal_extra"; [more: string]: any }
  | { type: "tricky"; [more: string]: any }
  | { type: "add"; [more: string]: any }
  | { type: "remove"; [more: string]: any }
  | { type: "move"; [more: string]: any }
  | { type: "ungroup"; [more: string]: any }
  | { type: "undo"; [more: string]: any }
  | { type: "redo"; [more: string]: any }
  | { type: "sort"; [more: string]: any }
  | { type: "sort_wilds"; [more: string]: any }
  | { type: "drop_jokers"; [more: string]: any }
  | { type: "reveal"; [more: string]: any }
  | { type: "take"; [more: string]: any }
  | { type: "another"; [more: string]: any }
  | { type: "keep"; [more: string]: any }
  | { type: "pair"; [more: string]: any }
  | { type: "show_best_column"; [more: string]: any }
  | { type: "what_now"; [more: string]: any }
  | { type: "seen"; [more: string]: any }
  | { type: "forget_seen"; [more: string]: any }
  | { type: "open_card"; [more: string]: any }
  | { type: "my_rules"; [more: string]: any }
  | { type: "puzzle"; [more: string]: any }
  | { type: "round"; [more: string]: any }
  | ({ type: "word" } & WordValues)
  | ({ type: "find_word" } & SearchValues)
  | { type: "other_rulebook"; [more: string]: any }
  | { type: "learn"; [more: string]: any }
  | { type: "class"; [more: string]: any }
  | { type: "next_step"; [more: string]: any }
  | { type: "set"; [more: string]: any }
  | { type: "mode"; [more: string]: any }
  | { type: "classroom"; [more: string]: any }
  | { type: "link"; [more: string]: any }
  | { type: "language"; [more: string]: any }
  | { type: "qr"; [more: string]: any }
  | { type: "dismiss"; [more: string]: any }
  | { type: "ping"; [more: string]: any };

/** All that a page has by name; from its host how the connection is, and what each screen shows at first. */
export interface Values extends Views, PageValues {
  connection?: string | null;
  first?: Record<string, Partial<Views>>;
}

/** What a page keeps of what it is sent, and what it sends by. */
export interface Model {
  get<Name extends keyof Values>(name: Name): Values[Name];
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  send(message: object): void;
}
