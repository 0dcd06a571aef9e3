// What Python and the browser tell each other, made of the declarations in the package. To change it, change
// those, then run: python -m tests.front.page_types

/** What is wrong with a typed text, the span in it that is, and the text around that. */
export interface TextErrorView {
  text: string;
  message: string;
  start: number;
  end: number;
  before: string;
  bad: string;
  after: string;
}

/** What is printed on a card; ``suit`` is None for a printed joker and for a rank alone. */
export interface FaceView {
  rank: string;
  suit: string | null;
  printed: boolean;
  name: string;
}

/** A card of the pack to turn up. */
export interface TurnedChoiceView extends FaceView {
  text: string;
  label: string;
}

/** The turned card, None and a word instead while it is not known, and the cards to pick it from. */
export interface TurnedView {
  text: string;
  card: FaceView | null;
  name: string;
  cards: TurnedChoiceView[];
}

/** A card of the pack to put into the hand: the copies left of it, and those held. */
export interface PaletteView {
  text: string;
  rank: string;
  suit: string | null;
  left: number;
  held: number;
  name: string;
  label: string;
  can_add: boolean;
}

/** A worked hand. */
export interface PresetView {
  key: string;
  label: string;
  story: string;
  source: string;
  current: boolean;
}

/** Text, deals, worked hands and the pack; the error is that of a typed text that is no hand. */
export interface EditorView {
  text: string;
  version: number;
  error: TextErrorView | null;
  count: number;
  deal_size: number;
  turned: TurnedView;
  palette: PaletteView[];
  presets: PresetView[];
}

/** What can be done where the rulebook cannot judge the hand: an action of the table. */
export interface WayOutView {
  act: string;
  label: string;
}

/** What the hand costs, its figure apart, and the level of points that says so. */
export interface HeadlineView {
  lead: string;
  figure: string;
  unit: string;
  tone: string;
  sentence: string;
  ways_out: WayOutView[];
}

/** The line over the table; ``source`` is that of a worked hand. */
export interface CaptionView {
  text: string;
  tone: string;
  source?: string;
}

/** The same, and whether the card is wild at a table. */
export interface TableFaceView extends FaceView {
  wild: boolean;
}

/** The same, and the card or the rank that it stands for. */
export interface StandingFaceView extends TableFaceView {
  stands: FaceView | null;
}

/** A card that can be moved: its identity, its place in the link, and what it costs if it is loose. */
export interface TableCardView extends StandingFaceView {
  id: number;
  place: number;
  moving: boolean;
  discard?: boolean;
  cost?: string;
}

/** A sentence, and apart from it the numbers of the sources it cites and what else is said of them. */
export interface LineView {
  text: string;
  codes: string[];
  remark: string;
}

/** A group of two or more cards, and what it adds to the figure. */
export interface TrayView {
  index: number;
  number: number;
  key: string;
  cards: TableCardView[];
  icon: string;
  word: string;
  tone: string;
  reasons: LineView[];
  cost: string;
  cost_tone: string;
  label: string;
}

/** The loose cards; ``note`` tells which of them is counted as thrown. */
export interface LooseView {
  cards: TableCardView[];
  label: string;
  cost: string;
  cost_tone: string;
  note: string;
  wilds_last: boolean;
  has_wilds: boolean;
}

/** The table; the headline is None while the verdict is hidden. */
export interface CardTableView {
  headline: HeadlineView | null;
  caption: CaptionView;
  trays: TrayView[];
  loose: LooseView;
  count: number;
  sort: string;
  can_undo: boolean;
  can_redo: boolean;
  reasons: LineView[];
  size_note: string;
  pack_note: string;
  announce: string;
}

/** A card that only shows itself; ``key`` tells it from the others. */
export interface ShownCardView extends StandingFaceView {
  key: string;
}

/** The same, and whether it is marked. */
export interface PlainCardView extends ShownCardView {
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

/** A card in no group; ``ids`` is its place on the table, if it lies there. */
export interface SingleView extends PlainCardView {
  ids: number[];
}

/** The whole grouping, how many are as good, and why it is the best. */
export interface WholeView {
  groups: PlainGroupView[];
  loose: SingleView[];
  discard: SingleView | null;
  unique: string;
  another: string;
  reasons: LineView[];
  can_take: boolean;
  next: string;
  can_show_all: boolean;
}

/** The best grouping as far as it has been asked for; ``moves`` are the cards to move. */
export interface BestView extends WholeView {
  level: number;
  steps: number;
  lines: string[];
  moves: PlainCardView[];
}

/** A rulebook: its figures as they are written and as rows are sorted by them, and the ends of its bar. */
export interface RowView {
  key: string;
  own: boolean;
  name: string;
  deals: string;
  current: boolean;
  note: string;
  note_full: string;
  arranged: string;
  arranged_value: number | null;
  declares: boolean;
  best: string | null;
  best_value: number | null;
  best_declares: boolean;
  bonus: string;
  bonus_value: number | null;
  plot_arranged: number | null;
  plot_best: number | null;
  plot_label: string;
  folded?: boolean;
}

/** Why two rulebooks differ. */
export interface PairView {
  a: string;
  b: string;
  lines: LineView[];
}

/** All rulebooks on the hand; the notes tell of the marks of all rows, and of those that are not folded. */
export interface ComparisonView {
  rows: RowView[];
  fold: string;
  pending: boolean;
  show_best: boolean;
  lowest: number;
  highest: number;
  size_note: string;
  note: string;
  folded_note: string;
  pair: PairView | null;
}

/** How far the work under way has come. */
export interface WorkingView {
  text: string;
  done: number;
  total: number;
}

/** Nothing: nothing has been asked for. */
export interface IdleView {
}

/** A card that helps, with the copies left of it and its chance. */
export interface OutView {
  card: ShownCardView;
  copies: string;
  chance: string;
  label: string;
}

/** Cards that help in the same way, in sight at once or folded. */
export interface OutsView {
  title: string;
  key: string;
  open: boolean;
  cards: OutView[];
}

/** A card to throw: its figures as they are written and as rows are sorted by them. */
export interface DiscardView {
  key: string;
  card: ShownCardView;
  name: string;
  equal: boolean;
  far: string;
  far_value: number;
  outs: string;
  outs_value: number;
  points: string;
  points_value: number;
  then: string;
  draws: [string, number, string][];
}

/** The cards to throw, the best first; ``points`` is the heading of their last column. */
export interface DiscardsView {
  rows: DiscardView[];
  points: string;
}

/** What helps, or what to throw, as far as it is worked out. */
export interface HelpView {
  chance: string;
  outs: OutsView[];
  discards: DiscardsView | null;
  told: LineView[];
}

/** One way to declaring. */
export interface WayView {
  title: string;
  groups: PlainGroupView[];
  told: LineView[];
}

/** A card in a list to choose from. */
export interface CardChoiceView {
  value: string;
  label: string;
}

/** The open card as text, empty if it is not known, and whether to take it. */
export interface OpenCardView {
  value: string;
  choices: CardChoiceView[];
  hint: string;
  verdict: string;
  tone: string;
  why: LineView[];
}

/** A card of the pack to be marked as seen: the copies that can still come, and those marked. */
export interface SeenCardView extends TableFaceView {
  text: string;
  left: number;
  seen: number;
  label: string;
  undo: string;
}

/** The cards marked as seen; ``note`` tells of those that the pack does not hold. */
export interface SeenView {
  title: string;
  count: number;
  cards: SeenCardView[];
  note: string;
}

/** The advice as far as it has been asked for; ``working`` says that more of it is being worked out. */
export interface WhatNowView extends HelpView {
  level: number;
  steps: number;
  next: string;
  can_show_all: boolean;
  figure: string;
  lines: string[];
  working: true | null;
  failed: string;
  way: WayView | null;
  open: OpenCardView;
  seen: SeenView;
}

/** The rules being changed, as a browser keeps them. */
export interface DraftMemory {
  base: string;
  options: string[];
  title: string;
  key: string;
  book: Record<string, unknown>;
}

/** What a browser keeps over a visit: the rulebooks, the keys of those forgotten, and the draft. */
export interface RulesMemory {
  books: Record<string, unknown>[];
  forgotten: string[];
  draft: DraftMemory | null;
}

/** The panel before it has been opened. */
export interface RulesMemoryView {
  open: false;
  memory: RulesMemory;
}

/** A rulebook to choose. */
export interface BookChoiceView {
  key: string;
  name: string;
}

/** One of several things by its key, to choose from or over a column. */
export interface LabelView {
  key: string;
  label: string;
}

/** A field of the rules: its value as it is typed or chosen, its limits, and why it cannot be. */
export interface InputView {
  path: string;
  kind: string;
  label: string;
  alone: boolean;
  value: unknown;
  least: number;
  most: number;
  none: string;
  choices: LabelView[];
  error: string;
}

/** The entry of a list that can be left out. */
export interface ListEntryView {
  path: string;
  at: number;
}

/** A rule: what it is about, what it says now, and its inputs; ``example`` is the path to look for a hand by. */
export interface OwnRuleInputsView {
  key: string;
  term: string;
  text: string;
  changed: boolean;
  paths: string[];
  inputs: InputView[];
  example: string;
  has_example: boolean;
  no_example: string;
  entry: ListEntryView | null;
}

/** Rules under a heading, and how many of them have been changed. */
export interface RuleSectionView {
  key: string;
  title: string;
  rules: OwnRuleInputsView[];
  changed: number;
}

/** What the changed rules and the base say on the same. */
export interface ChangeView {
  term: string;
  mine: string;
  base: string;
}

/** What a hand comes to. */
export interface FigureView {
  figure: string;
  declares: boolean;
}

/** The same under the rules named. */
export interface FigureRowView extends FigureView {
  name: string;
}

/** How the hand on the table fares under the base and under the changed rules; ``same`` if alike. */
export interface RulesHandView {
  rows: FigureRowView[];
  same: boolean;
  pending: boolean;
}

/** A hand that a rule decides, without the change and with it. */
export interface RulesExampleView {
  groups: FaceView[][];
  turned: FaceView | null;
  lead: string;
  rows: FigureRowView[];
}

/** What has to be said of what was done, or could not be: its tone and its text. */
export interface SaidView {
  tone: "good" | "bad";
  text: string;
}

/** A file to be saved: its number, its name and what it holds. */
export interface FileView {
  n: number;
  name: string;
  text: string;
}

/** The rules being changed; ``own`` are the user's own rulebooks, ``too_long`` says that no link can hold these. */
export interface MyRulesView {
  open: true;
  memory: RulesMemory;
  base: string;
  base_title: string;
  bases: BookChoiceView[];
  title: string;
  key: string;
  is_kept: boolean;
  own: BookChoiceView[];
  sections: RuleSectionView[];
  differences: ChangeView[];
  hand: RulesHandView;
  example: RulesExampleView | null;
  said: SaidView | null;
  file: FileView | null;
  too_long: boolean;
}

/** What is said of the whole round; ``accuracy`` is that over several rounds, ``next`` what to try in the next. */
export interface ReviewHeadView {
  figure: string;
  share: number;
  head: string;
  lines: string[];
  accuracy: string;
  accuracy_word: string;
  next: string;
  notes: string[];
}

/** A move on the line of the chances: its point, the place that tells of it, and whether that is shown. */
export interface CourseMarkView {
  point: number;
  at: number;
  word: string;
  here: boolean;
}

/** Where a turn begins on the line, by its point. */
export interface CourseTurnView {
  point: number;
  word: string;
}

/** The chance to win as the round went on, in parts of a hundred, and its mistakes. */
export interface CourseView {
  title: string;
  label: string;
  scale: string[];
  points: number[];
  steps: number[];
  marks: CourseMarkView[];
  turns: CourseTurnView[];
  turns_word: string;
  here: number | null;
}

/** A place to go to in the review. */
export interface ReviewStepView {
  at: number;
  word: string;
  solved: boolean;
}

/** A card that helps; ``alone`` is whether it does so after one of the moves alone. */
export interface HelpfulView extends FaceView {
  alone: boolean;
}

/** A move, where the hand then stands in a sentence, and the cards that help then. */
export interface ComparedMoveView {
  word: string;
  move: string;
  tone: string;
  told: string;
  cards: HelpfulView[];
}

/** The cards face down; ``tag`` and ``tone`` as on a card. */
export interface StockView {
  n: number;
  word: string;
  count: string;
  label: string;
  asked: boolean;
  tag?: string;
  tone?: string;
}

/** The card turned up; None where it is hidden. */
export interface TurnedPlaceView {
  word: string;
  card: TableFaceView | null;
}

/** A card at the table: its identity there, how it is written and how it is named in short. */
export interface TurnCardView extends StandingFaceView {
  id: string;
  text: string;
  short: string;
  tag?: string;
  tone?: string;
  asked?: boolean;
}

/** A card that was thrown, with the move that takes it. */
export interface PileCardView extends TurnCardView {
  move: string;
  label: string;
  top: boolean;
}

/** The cards thrown, the open one last. */
export interface PileView {
  word: string;
  count: string;
  cards: PileCardView[];
  empty: string;
  asked: boolean;
}

/** A meld on the table. */
export interface LaidView {
  cards: TurnCardView[];
  label: string;
  asked: boolean;
}

/** A table to be looked at only. */
export interface StillTurnView {
  stock: StockView;
  turned: TurnedPlaceView | null;
  pile: PileView;
  laid: LaidView[];
  laid_word: string;
  hand: TurnCardView[][];
  hand_word: string;
}

/** The place of a last card: the one to be laid there, and the one that lies there. */
export interface SlotView {
  last: string;
  word: string;
  label: string;
  asked: boolean;
  card: TurnCardView | null;
}

/** A question before a move, and its two answers. */
export interface SureView {
  ask: string;
  yes: string;
  no: string;
}

/** A move with the fewest and the most cards that must be selected for it. */
export interface TurnButtonView {
  move: string;
  least: number;
  most: number;
  label: string;
  more: string;
  asked: boolean;
  sure: SureView | null;
}

/** A table at which a turn is played; ``hand_words`` name the groups of the hand, tones and kinds colour them. */
export interface TurnView extends StillTurnView {
  slot: SlotView | null;
  hand_words: string[];
  hand_waits: string[];
  hand_tones: string[];
  hand_kinds: string[];
  buttons: TurnButtonView[];
  words: Record<string, string>;
}

/** What is said of a move. */
export interface LearnSaidView {
  tone: string;
  head: string;
  refused: boolean;
  line: LineView;
  more: string;
}

/** A table after a move. */
export interface PlayedView extends TurnView {
  said: LearnSaidView | null;
  undo: boolean;
  answered: number;
}

/** A move of the round at its table, and what it came to; ``tone`` is ``good``, ``bad`` or ``note``. */
export interface ReviewStopView {
  badge: string;
  tone: string;
  title: string;
  better: string;
  text: string;
  moves: ComparedMoveView[];
  table: PlayedView;
}

/** The lesson that treats a mistake, and the word on the button that opens it. */
export interface ReviewLessonView {
  key: string;
  label: string;
}

/** What moves come to in one respect; ``shares`` are bars, from 0 to 100. */
export interface ComparedRowView {
  name: string;
  cells: string[];
  shares: (number | null)[];
}

/** What else is told of a mistake: what to think of next time, and all figures and rules when they are asked for. */
export interface ReviewAnswerView {
  tip: string;
  lesson: ReviewLessonView | null;
  thought: string;
  thought_word: string;
  cost: string;
  rows: ComparedRowView[];
  rule: LineView | null;
}

/** A mistake; there is no ``answer`` while the move is made anew. ``good`` praises one that was made. */
export interface MomentView extends ReviewStopView {
  answer: ReviewAnswerView | null;
  good: string;
}

/** A button: what it does and its word; ``at`` is the place that it leads to. */
export interface ReviewButtonView {
  act: string;
  label: string;
  at: number;
}

/** A look back at a round; ``wait`` is said while it is worked out, ``problem`` if it cannot be. */
export interface ReviewView {
  wait: string;
  progress: number;
  judged: string;
  problem: string;
  at: number;
  head: ReviewHeadView | null;
  course: CourseView | null;
  steps: ReviewStepView[];
  steps_word: string;
  tip_word: string;
  more: string;
  moment: MomentView | null;
  well: ReviewStopView | null;
  step: ReviewStopView | null;
  main: ReviewButtonView | null;
  buttons: ReviewButtonView[];
  others: ReviewButtonView[];
}

/** A level of computer players to choose. */
export interface LevelView {
  key: string;
  name: string;
  about: string;
}

/** A mistake of the learner's own to be tried again: its round, its number from 1, its words, and its game. */
export interface OwnMomentView {
  key: string;
  at: number;
  label: string;
  game: string;
  solved: boolean;
}

/** The mistakes of the learner's rounds, and the words above them. */
export interface OwnMomentsView {
  word: string;
  moments: OwnMomentView[];
}

/** What is chosen before a round is dealt; ``level`` is the one that the rounds before ask for. */
export interface PlayDealView {
  title: string;
  about: string;
  game: string;
  others: number[];
  others_label: string;
  levels: LevelView[];
  levels_label: string;
  level: string;
  deal: string;
  own: OwnMomentsView | null;
}

/** A player at the table; ``did`` is what they did last, ``threw`` what before, ``mood`` is calm, glad or sorry. */
export interface PlaySeatView {
  name: string;
  face: number;
  cards: string;
  did: string;
  threw: string;
  mood: string;
  note: string;
  out: boolean;
  mine: boolean;
}

/** What to do now and which cards are wild, and the ways to draw that are offered, each empty where not open. */
export interface OffersView {
  prompt: string;
  draw_first: string;
  wild: string;
  stock: string;
  take: string;
}

/** Help in steps; ``more`` and ``hide`` are the words on its buttons, empty where there are none. */
export interface PlayHelpView {
  open: boolean;
  lines: string[];
  more: string;
  hide: string;
}

/** A declaration that would fail, and whether it is meant. */
export interface RiskView {
  ask: string;
  line: LineView;
  yes: string;
  no: string;
}

/** A card that may complete a group, as it lies there where that differs, and what is said once it is chosen. */
export interface OfferView {
  card: PlainCardView;
  laid?: PlainCardView;
  right: boolean;
  said: string;
}

/** What a group is, as its badge says it. */
export interface KindView {
  tone: string;
  icon: string;
  word: string;
}

/** Which card completes a group: a question of the first screen or of a step; the browser judges by ``right``. */
export interface PickView {
  ask: string;
  how: string;
  cards: PlainCardView[];
  offers: OfferView[];
  badge: KindView;
}

/** What one player wins or loses; ``why`` is what their hand costs. */
export interface PayView {
  name: string;
  how: LineView;
  why: string;
  net: string;
  won: boolean;
  mine: boolean;
}

/** How the round ended: the figure of the learner, who pays whom, and what was laid out. */
export interface PlayEndView {
  head: string;
  tone: string;
  net: string;
  rows: PayView[];
  shown_word: string;
  shown: PlainGroupView[];
  held_word: string;
  held: PlainGroupView[];
  why: string;
}

/** The words on the buttons. */
export interface PlayWordsView {
  look: string;
  more: string;
  open: string;
  open_about: string;
  group: string;
  again: string;
  picture: string;
  leave: string;
  leave_sure: string;
  stay: string;
  log: string;
}

/** A round that was looked at. */
export interface PastRound {
  game: string;
  accuracy: number | null;
  code: string;
  turns: number[];
  solved: number[];
}

/** A round that was played to its end: its game, the level of the other players, and whether the learner won. */
export interface EndedRound {
  game: string;
  level: string;
  won: boolean;
}

/** A round as a tab keeps it, and the browser for its other tabs while it is under way. */
export interface UnderWayView {
  record: Record<string, unknown>;
  aided: boolean;
  guided: boolean;
}

/** What the browser keeps of rounds, once it has told what it kept before. */
export interface KeptRoundsView {
  recalled: boolean;
  rounds: Record<string, PastRound>;
  ended: Record<string, EndedRound>;
  now: UnderWayView | null;
}

/** The play table; ``deal`` alone before a round, ``review`` alone while one looks back at a round. */
export interface PlayView {
  review: ReviewView | null;
  deal: PlayDealView | null;
  key: string;
  title: string;
  level: string;
  tally: string;
  table: PlayedView | null;
  seats: PlaySeatView[];
  offers: OffersView;
  log: string[];
  help: PlayHelpView;
  risk: RiskView | null;
  first: PickView | null;
  end: PlayEndView | null;
  words: PlayWordsView;
  kept: KeptRoundsView;
}

/** How far the learner has come on the ladder, how hard the puzzle is, and what helps with it. */
export interface PlaceView {
  step: string;
  help: string;
  level: number;
  levels: number;
  level_text: string;
}

/** What a game asks of a hand that declares: its ways, each in words. */
export interface RulesView {
  name: string;
  ways: string[];
}

/** A card or another answer to choose; ``label`` is empty for a card. */
export interface SeatCardView {
  key: string;
  value: string;
  card: PlainCardView | null;
  chosen: boolean;
  label: string;
}

/** A line of a published table: its groups, or a text. */
export interface SeatView {
  name: string;
  groups: SeatCardView[][];
  text: string;
}

/** A message and its tone. */
export interface MessageView {
  tone: string;
  text: string;
}

/** A puzzle of the ladder. */
export interface RungView {
  key: string;
  title: string;
  goal: string;
  game: string;
  game_key: string;
  done: boolean;
}

/** A goal to wish for. */
export interface GoalView {
  key: string;
  label: string;
}

/** A game to wish for, with the goals that it has puzzles of. */
export interface PuzzleGameView {
  key: string;
  label: string;
  goal_keys: string[];
}

/** The puzzle on the page; ``players`` is empty where neither their number nor the turned card matters. */
export interface PuzzleView extends PlaceView {
  key: string;
  goal: string;
  game: string;
  title: string;
  kind: string;
  question: string;
  source: string;
  rulebook: string;
  rules: RulesView[];
  turned: PlainCardView | null;
  open: PlainCardView | null;
  players: string;
  table: CardTableView | null;
  seats: SeatView[];
  choices: SeatCardView[];
  can_check: boolean;
  hints: LineView[];
  next_hint: string;
  verdict: MessageView | null;
  shown: boolean;
  why: LineView[];
  is_known: boolean;
  streak: string;
  longest: string;
  has_previous: boolean;
  record: Record<string, unknown> | null;
  ladder: RungView[];
  goals: GoalView[];
  games: PuzzleGameView[];
  own_game: string;
  own: OwnMomentsView | null;
}

/** The view model of a panel that has not been opened. */
export interface ClosedView {
  closed: true;
}

/** Worked rounds that belong together. */
export interface WorkedGroupView {
  label: string;
  rounds: LabelView[];
}

/** The worked rounds; the key of the one that lies there (empty for none), what it tells and its source. */
export interface WorkedView {
  key: string;
  groups: WorkedGroupView[];
  story: string;
  source: string;
}

/** The cards of a suit in a list to choose from. */
export interface SuitChoiceView {
  label: string;
  cards: CardChoiceView[];
}

/** A house option to tick. */
export interface OptionView extends LabelView {
  on: boolean;
}

/** What is played; ``rate`` is what is typed for a point or a fee, None where neither is asked. */
export interface RoundGameView {
  rulebooks: BookChoiceView[];
  rulebook: string;
  locked: boolean;
  turned: string;
  turned_card: FaceView | null;
  turned_choices: SuitChoiceView[];
  players: number;
  player_choices: number[];
  options: OptionView[];
  rate: string | null;
  rate_label: string;
  end: string;
  ends: LabelView[];
  as_table: string;
  summary: string;
}

/** What is typed and chosen for a player; see ``SeatForm``. */
export interface SeatFormValues {
  name: string;
  ending: "declared" | "last-left" | "lost" | "lost-before-first-move" | "first-drop" | "middle-drop" | "three-misses" | "left-table" | "wrong-declaration" | "foul" | "playing";
  cards: string;
  value: string;
  laid: string;
  seen: "" | "yes" | "no";
  declared_on: "" | "before-drawing" | "first-turn" | "later";
  objective: string;
  drew: boolean;
  dublees: "" | "yes" | "no";
  stake: string;
}

/** A player: what is typed, what else can be typed and chosen, and what it comes to. */
export interface RoundSeatView extends SeatFormValues {
  called: string;
  asks: Record<string, boolean>;
  won: boolean;
  cards_kind: "cards_won" | "cards_lost" | "cards_score";
  endings: LabelView[];
  objectives: LabelView[];
  error: string;
  error_field: string;
  missing: boolean;
  verdict: string;
  can_open: boolean;
  can_take: boolean;
}

/** A slip of the source. */
export interface SlipView {
  title: string;
  text: string;
}

/** A figure of a player in a column. */
export interface LedgerCellView {
  text: string;
  key: string;
  tone: string;
}

/** A player in the ledger. */
export interface LedgerRowView {
  name: string;
  ending: string;
  won: boolean;
  missing: boolean;
  cells: LedgerCellView[];
}

/** The number of a source and what it is. */
export interface CitedView {
  code: string;
  text: string;
}

/** A payment; payer and payee are places of players, None for nobody. */
export interface PaymentView {
  n: number;
  payer: number | null;
  payee: number | null;
  amount: string;
  sentence: string;
  remark: string;
  marks: CitedView[];
  latest: boolean;
  sort: "bonus" | "cap" | "points";
}

/** What one player gives another once both have set off their sums. */
export interface FlowView {
  payer: number;
  payee: number;
  amount: number;
  label: string;
}

/** The ledger, empty while nothing can be settled. */
export interface LedgerView {
  hint: string;
  tone: string;
  asks_winner: boolean;
  can_force: boolean;
  surplus: string[];
  surplus_note: string;
  slips: SlipView[];
  total: number;
  count: string;
  shown: number | null;
  about: string;
  lead: string;
  figure: string;
  columns: LabelView[];
  rows: LedgerRowView[];
  sums: string[];
  entries: PaymentView[];
  flows: FlowView[];
  notes: string[];
  proof: string;
  proof_tone: string;
}

/** A player in the series; ``running`` is the score after each round. */
export interface StandingView {
  name: string;
  place: number;
  total: string;
  money: string;
  note: string;
  out: boolean;
  rejoin: string;
  running: string[];
}

/** The series: its standings, its rounds by name, and what can be done next; texts are empty where not said. */
export interface SittingView {
  title: string;
  note: string;
  problem: string;
  rows: StandingView[];
  rounds: string[];
  money: boolean;
  played: number;
  can_next: boolean;
  can_save: boolean;
  back: string;
  share: string;
  beside: string[];
  over: string;
}

/** A form as plain JSON values; see ``Form``. */
export interface FormValues {
  rulebook: string;
  options: string[];
  turned: string | null;
  rate: string;
  end: string;
  check_pack: boolean;
  preset: string;
  deal: number | null;
  shared: boolean;
  seats: SeatFormValues[];
  series?: unknown;
}

/** What a browser tab keeps of the round over a reload. */
export interface RoundMemoryView {
  form: FormValues | null;
  shown: number | null;
  history: string;
  link: string;
}

/** The round: what is typed, the ledger, the series, and what the tab keeps. */
export interface RoundView {
  closed: false;
  worked: WorkedView;
  game: RoundGameView;
  seats: RoundSeatView[];
  ledger: LedgerView;
  sitting: SittingView;
  said: SaidView | null;
  file: FileView | null;
  can_undo: boolean;
  can_redo: boolean;
  in_class: boolean;
  can_class: boolean;
  link: string;
  note: string;
  memory: RoundMemoryView;
}

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
export interface OwnRuleView extends LineView {
  term: string;
}

/** What the learner's own game says. */
export interface OwnRulesView {
  head: string;
  lines: OwnRuleView[];
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

/** A rule; ``term`` is what it is about. */
export interface RuleView extends LineView {
  term: string;
}

/** Rules under a heading. */
export interface SectionView {
  title: string;
  items: RuleView[];
}

/** What a source or a ruling says. */
export interface RulingView {
  code: string;
  text: string;
}

/** What two rulebooks say on the same. */
export interface DifferenceView {
  term: string;
  mine: string;
  theirs: string;
}

/** A rulebook to read, and its differences from another. */
export interface PageOfRulesView {
  key: string;
  title: string;
  source: string;
  sections: SectionView[];
  rulings: RulingView[];
  other: string;
  other_title: string;
  differences: DifferenceView[];
}

/** The same, with the others to choose from. */
export interface RulebookView extends PageOfRulesView {
  others: BookChoiceView[];
}

/** What is said about the progress. */
export interface NewsView {
  tone: string;
  text: string;
}

export interface _Import {
  import: string;
}

/** The words on the buttons and beside the fields. */
export interface LearnWords extends _Import {
  again_example: string;
  all_lessons: string;
  analyse: string;
  answer: string;
  back: string;
  back_to_task: string;
  by_name: string;
  choosing_name: string;
  choosing_number: string;
  choosing_take: string;
  choosing_unknown: string;
  clear: string;
  clear_no: string;
  clear_sure: string;
  clear_yes: string;
  course: string;
  course_more: string;
  door_analyse: string;
  door_analyse_more: string;
  door_game: string;
  door_play: string;
  door_play_more: string;
  door_puzzle: string;
  door_puzzle_more: string;
  export: string;
  face_away: string;
  face_there: string;
  garland: string;
  hero: string;
  hero_more: string;
  next: string;
  next_step: string;
  show_step: string;
  no_account: string;
  none_grouped: string;
  none_sure: string;
  points_label: string;
  practise: string;
  print: string;
  progress: string;
  show_right: string;
  start_first: string;
  start_tasks: string;
  turned: string;
  waits: string;
  welcome_back: string;
}

/** The tasks answered, right or wrong, out of as many as there are at least until the lesson is mastered. */
export interface LearnSittingView {
  answers: boolean[];
  all: number;
  word: string;
}

/** The turned card. */
export interface TurnedCardView extends FaceView {
  key: string;
}

/** The groups that were shown, and who pays whom. */
export interface ResultView {
  shown: PlainGroupView[];
  head: string;
  lines: LineView[];
}

/** The words on the buttons. */
export interface PracticeWords {
  group: string;
  again: string;
  leave: string;
}

/** What stands beside the table of a round played for practice. */
export interface PracticeView {
  key: string;
  title: string;
  about: string;
  turn: string;
  now: string;
  over: boolean;
  news: string[];
  result: ResultView | null;
  words: PracticeWords;
}

export interface _Try {
  try: string;
}

/** A step of a worked example; ``note`` is unfolded by ``note_fold``, ``question`` is answered in the browser, ``try`` is what to try, ``kept`` whether a task was left for it, ``tried`` whether nothing is left to try, and ``won`` is empty until the learner has won the round. */
export interface StepView extends _Try {
  won: string;
  text: string;
  note: LineView | null;
  note_fold: string;
  question: PickView | null;
  place: string;
  kept: boolean;
  first: boolean;
  last: boolean;
  tried: boolean;
}

/** What has to be said below a question: a text, or rules to be unfolded under a heading. */
export interface NoteView {
  text: string;
  fold: string;
  rules: string[];
}

/** A card to choose; ``key`` tells it from the others. */
export interface ChoiceCardView extends TableFaceView {
  key: string;
}

/** An answer to choose: a label, an icon with its tone, or a card; ``mark`` once answered, empty for the others. */
export interface ChoiceView {
  value: string;
  label: string;
  mark?: "right" | "wrong" | "";
  card?: ChoiceCardView;
  icon?: string;
  tone?: string;
}

/** A move that is asked about; ``right`` is None, and nothing is said, until it has been decided. */
export interface MoveRowView {
  move: string;
  label: string;
  allow: string;
  refuse: string;
  right: boolean | null;
  latest: boolean;
  current: boolean;
  word?: string;
  line?: LineView;
}

/** What is said above the moves asked about, and the words on the buttons. */
export interface AskingView {
  how: string;
  count: string;
  allow: string;
  not_allowed: string;
}

/** The card that lies open. */
export interface TaskCardView extends TableFaceView {
  key: string;
}

/** A player of a round: how it ended for them, and what is stated of them. */
export interface PlayerView {
  name: string;
  ending: string;
  stated: string[];
}

/** What a learner may be thinking: the head, each belief in their words, what is so, and the button by which they deny it. */
export interface ThoughtView {
  head: string;
  beliefs: string[];
  so: string[];
  deny: string;
}

/** A few cards, in groups, that show why an answer is wrong, and what is said of them. */
export interface ProofView {
  text: string;
  groups: PlainGroupView[];
}

/** What is said of an answer, a line an entry; the head comes first, then the thought, then the rest. */
export interface VerdictView {
  right: boolean;
  head: string;
  praise: string;
  row: string;
  given: string;
  expected: string;
  lines: LineView[];
  cites: string;
  thought: ThoughtView | null;
  proof: ProofView | null;
}

/** A task; ``whole`` is False where only the cards left over from a hand are shown. */
export interface TaskView {
  key: string;
  asks: string;
  about: "hand" | "cards";
  whole: boolean;
  stage: string;
  ask: string;
  note: NoteView | null;
  choices: ChoiceView[];
  rows: MoveRowView[];
  asking: AskingView | null;
  open: TaskCardView | null;
  open_word: string;
  signed: boolean;
  not_a_number: string;
  hints: string[];
  hint_word: string;
  more_hints: boolean;
  round: PlayerView[];
  can_lay: boolean;
  laid_text: string;
  verdict: VerdictView | null;
}

/** What comes after a lesson that earned a star, whose ``card`` turns up: the next one, empty if none is left. */
export interface AfterView {
  card: PlainCardView;
  head: string;
  more: string;
  following: string;
  go: string;
}

/** One lesson; of ``step``, ``task`` and ``practice`` one is there at most. */
export interface LessonView {
  key: string;
  number: string;
  title: string;
  aim: string;
  state: string;
  state_word: string;
  stars: number;
  stars_word: string;
  sitting: LearnSittingView;
  counts: string;
  why_more: string;
  turned: TurnedCardView | null;
  table: CardTableView | null;
  turn: PlayedView | null;
  practice: PracticeView | null;
  play: string;
  step: StepView | null;
  task: TaskView | null;
  after: AfterView | null;
}

/** A part of the progress; ``none`` is said where it has no lines. */
export interface ProgressPartView {
  title: string;
  lines: string[];
  none: string;
}

/** The progress in one game, and the games in which there is some too. */
export interface ProgressView {
  title: string;
  parts: ProgressPartView[];
  others: string;
}

/** A rule that is otherwise in the nearest rulebook. */
export interface OtherwiseView {
  term: string;
  mine: string;
  theirs: string;
}

/** Where the table begins; without differences it is a game of ours, and ``title`` is empty. */
export interface NearestView {
  text: string;
  options: string;
  head: string;
  differences: OtherwiseView[];
  title: string;
}

/** The question that is asked, or what came of them; ``first`` until something has been answered. */
export interface ChoosingView {
  place: string;
  ask: string;
  answers: string[];
  number: boolean;
  first: boolean;
  nearest: NearestView | null;
}

/** A lesson of the course; ``card`` stands for it, ``unit`` is the title of the part that it belongs to. */
export interface StopView {
  key: string;
  number: number;
  unit: string;
  title: string;
  aim: string;
  card: PlainCardView;
  state: string;
  state_word: string;
  go: string;
  following: boolean;
  stars: number;
  stars_word: string;
}

/** What comes next for a learner: a lesson that goes on or begins; ``to_come`` tells what is still to do. */
export interface GoingOnView {
  lesson: string;
  place: string;
  to_come: string;
  title: string;
  go: string;
  card: PlainCardView;
}

/** The lessons to be repeated, and the first of them. */
export interface DueView {
  head: string;
  line: string;
  lesson: string;
}

/** A day of the week, and whether something was answered on it. */
export interface DayView {
  name: string;
  short: string;
  practised: boolean;
  today: boolean;
}

/** The days of this week, Monday first. */
export interface WeekView {
  days: DayView[];
  word: string;
}

/** The first screen; ``going_on`` is None once all is known and nothing is due, ``due`` where nothing is. */
export interface HomeView {
  is_new: boolean;
  question: PickView;
  first: string;
  known: string;
  game_name: string;
  choosing: ChoosingView | null;
  taken: Record<string, unknown> | null;
  lessons: StopView[];
  going_on: GoingOnView | null;
  due: DueView | null;
  week: WeekView;
}

/** What Learn shows: of the last fields that of its screen. */
export interface LearnView {
  screen: "home" | "progress" | "lesson";
  game: string;
  games: BookChoiceView[];
  said: NewsView | null;
  words: LearnWords;
  recalled: boolean;
  data: Record<string, unknown> | null;
  stamp: number;
  waiting: boolean;
  lesson?: LessonView;
  progress?: ProgressView;
  home?: HomeView;
}

/** The bar before a class: the next step in words, the place in the list, and whether it is its first or last. */
export interface TeachBarView {
  step: string;
  has_steps: boolean;
  place: string;
  title: string;
  first: boolean;
  last: boolean;
}

/** One of the teacher's lists. */
export interface ListChoiceView {
  title: string;
  count: string;
  open: boolean;
}

/** The list that is built; ``code`` is what a link says of it. */
export interface EditedListView {
  title: string;
  entries: string[];
  code: string;
}

/** What has to be said, and beside which field. */
export interface ChooserSaidView extends SaidView {
  field: string;
}

/** The screen on which a teacher chooses; ``data`` is what the browser keeps of the lists. */
export interface ChooserView {
  game: string;
  lessons: LabelView[];
  goals: LabelView[];
  puzzles: LabelView[];
  here: LabelView[];
  lists: ListChoiceView[];
  edited: EditedListView | null;
  data: unknown;
  said: ChooserSaidView | null;
}

/** A list that somebody works through alone: where they are, and the code of what they have answered. */
export interface HomeworkView {
  place: string;
  title: string;
  done: string;
  answered: boolean;
  first: boolean;
  last: boolean;
  name: string;
  code: string;
}

/** Classroom: ``on`` before a class; what is not seen is None. */
export interface ClassroomView {
  words: Record<string, string>;
  on: boolean;
  bar: TeachBarView | null;
  file: FileView | null;
  chooser: ChooserView | null;
  home: HomeworkView | null;
}

/** A language to choose, by its own name. */
export interface LanguageView {
  key: string;
  name: string;
}

/** An address and its code, a row of ones and zeros each; both empty where there is none. */
export interface CodeView {
  url: string;
  rows: string[];
}

/** What a tab keeps over a reload, and nobody else gets: the browser reads none of it but ``game``. */
export interface MemoryView {
  table: string;
  reveal: number;
  answer: string;
  verdict: boolean;
  best_column: boolean;
  sort: string;
  wilds_last: boolean;
  pair: string[];
  other: string | null;
  game: boolean;
  asked: Record<string, unknown>;
  kept: Record<string, unknown>;
  draft: string;
}

/** The bar, the link, and what has to be said; ``printed`` is the table as a printed page names it. */
export interface ShellView {
  rulebooks: BookChoiceView[];
  rulebook: string;
  asks_game: boolean;
  players: number;
  player_choices: number[];
  options: OptionView[];
  language: string;
  languages: LanguageView[];
  mode: string;
  link: string;
  text: string;
  printed: string;
  notes: string[];
  classroom: boolean;
  qr: CodeView;
  memory: MemoryView;
}

/** What is typed, or what a file holds. */
export interface TextValues {
  text: string;
}

/** One of several things by its key; empty for none of them, where that can be. */
export interface KeyValues {
  key: string;
}

/** The number of a deal; any if there is none. */
export interface DealValues {
  seed?: number;
}

/** A card as text. */
export interface CardValues {
  card: string;
}

/** Cards by their identities. */
export interface CardsValues {
  cards: number[];
}

/** Cards, and where they go: into a group by its index, into a new one, or among the loose cards. */
export interface MoveValues extends CardsValues {
  to: number | "new" | "loose";
}

/** The step up to which something is shown, 0 for none. */
export interface LevelValues {
  level: number;
}

/** Two rulebooks by their keys; one that is left out stays. */
export interface PairValues {
  a?: string;
  b?: string;
}

/** Whether something is to be on. */
export interface SwitchValues {
  on: boolean;
}

/** A card as text, and whether a copy of it is marked or a mark taken back. */
export interface SeenValues {
  card: string;
  add: boolean;
}

/** The open card as text; empty if it is not known. */
export interface OpenValues {
  card: string | null;
}

/** What something is to be called. */
export interface TitleValues {
  title: string;
}

/** A field of the rules by its path, and what was typed or chosen there. */
export interface RuleValues {
  path: string;
  value: string | boolean | number | string[];
}

/** Fields of the rules by their paths. */
export interface PathsValues {
  paths: string[];
}

/** A field of the rules by its path. */
export interface PathValues {
  path: string;
}

/** What the browser has kept; it may be anything. */
export interface KeptValues {
  memory: unknown;
}

/** How many others play, and their level. */
export interface OpponentValues {
  others: number;
  level: string;
}

/** A move, as a record has it. */
export interface PlayMoveValues {
  move: string;
}

/** The cards of each group of a hand; those in none are loose. */
export interface GroupsValues {
  groups: string[][];
}

/** What the browser kept: the rounds looked at, how rounds ended, and the one under way; null where it kept none. */
export interface RecallRoundsValues {
  rounds: unknown;
  ended: unknown;
  now: unknown;
}

/** A mistake of the learner's own: the key of its round, and its number from 1. */
export interface OwnMomentValues {
  key: string;
  at: number;
}

/** The text of a file that holds the record of a round; None for what is no text. */
export interface PlayRecordValues {
  text: string | null;
}

/** One of several things by its place, counted from 0. */
export interface PlaceValues {
  at: number;
}

/** The record of the puzzles that the browser kept, null if none. */
export interface RecordValues {
  kept?: unknown;
}

/** What is to be done at the puzzle's table, with its ``type``. */
export interface TableMove {
  move: Record<string, unknown>;
}

/** A goal and a game, either of them empty where any will do. */
export interface WishValues {
  goal?: string;
  rulebook?: string;
}

/** A day as the browser's calendar writes it. */
export interface DayValues {
  day: string;
}

/** What the tab remembers, which may be anything, and the round of a link. */
export interface OpenRoundValues {
  memory?: unknown;
  link?: string | null;
}

/** The round of a link. */
export interface RoundLinkValues {
  code: string;
}

/** What is chosen of the game; the rate as it is typed. */
export interface GameValues {
  rulebook?: string;
  options?: string[];
  rate?: string;
}

/** What is chosen of the round; a turned card that is not known is empty. */
export interface RoundTableValues {
  turned?: string | null;
  end?: string;
  players?: number;
  check_pack?: boolean;
}

/** What is typed or chosen for a player, see ``SeatForm``. */
export interface SeatValues extends PlaceValues {
  name?: string;
  ending?: string;
  cards?: string;
  value?: string;
  laid?: string;
  seen?: string;
  declared_on?: string;
  objective?: string;
  drew?: boolean;
  dublees?: string;
  stake?: string;
}

/** How many payments are shown; None for all. */
export interface StepValues {
  shown: number | null;
}

/** What somebody is called. */
export interface NameValues {
  name: string;
}

/** The text of a file; None for what is no text. */
export interface RoundFileValues {
  text: string | null;
}

/** Whether the progress is to be shown instead of the path. */
export interface HomeValues {
  show?: "progress";
}

/** A lesson, and the game if it is another one. */
export interface LessonValues {
  lesson: string;
  rulebook?: string;
}

/** How many steps to go on, or that the example begins anew. */
export interface LearnStepValues {
  by?: number;
  from_start?: boolean;
}

/** An answer, or the places on the table of the cards that are it; neither where it is how the cards lie. */
export interface AnswerValues {
  answer?: unknown;
  cards?: number[];
}

/** What is to be done at the task's table, with its ``type``. */
export interface TableValues {
  move: Record<string, unknown>;
}

/** What the browser kept, null if nothing. */
export interface RecallValues {
  data: unknown;
}

/** What another page keeps, and the stamp of what was known here when it was read. */
export interface JoinValues {
  data: unknown;
  stamp: number;
}

/** The text of a file. */
export interface LoadValues {
  text: string;
}

/** What is done: the question is opened, answered by the place of an answer or a number, left open or taken back. */
export interface ChoosingValues {
  what: "open" | "answer" | "number" | "skip" | "back";
  value?: number;
}

/** What the game is called from now on. */
export interface TakeValues {
  title: string;
}

/** A move as text. */
export interface MoveOfTurn {
  move: string;
}

/** What a teacher has chosen to be shown: ``source`` says which of the fields beside it count. */
export interface ClassSourceValues {
  source: string;
  text?: string;
  lesson?: string;
  example?: boolean;
  goal?: string;
  puzzle?: string;
  n?: number;
  seed?: number;
}

/** The same, and whether it goes up or down. */
export interface EntryMoveValues extends PlaceValues {
  by: number;
}

/** The lists as the browser kept them; None if it kept none. */
export interface KeptListsValues {
  data?: unknown;
}

/** How many, and the number of the first. */
export interface HowManyValues {
  n: number;
  seed: number;
}

/** The lesson of a worksheet, and where the page is served. */
export interface SheetValues extends HowManyValues {
  lesson: string;
  url?: string | null;
}

/** Whether the next task of the homework comes, or the one before. */
export interface HomeMoveValues {
  by: number;
}

/** What is chosen of the table; a turned card that is not known is empty. */
export interface SetValues {
  rulebook?: string;
  turned?: string | null;
  players?: number;
  options?: string[];
}

/** A screen, and what the address then names on it, see ``MODES``. */
export interface ModeValues {
  mode: string;
  lesson?: string;
  show?: string;
  task?: string;
  puzzle?: string;
  list?: string;
}

/** The query string of a link, and what else the browser knows where the page was opened with it. */
export interface LinkValues {
  search: string;
  first?: boolean;
  memory?: unknown;
  mode?: string | null;
  round?: boolean;
}

/** A language by its code. */
export interface LanguageValues {
  code: string;
}

/** The address of a page. */
export interface AddressValues {
  url: string;
}

/** An answer to the question at a place, or to a further one; of cards on a table what lies there is the answer. */
export interface StudentAnswerValues {
  at: number;
  further?: boolean;
  value?: unknown;
}

/** The mark of the class that a step was pressed on; a program that leaves it out means the class as it is. */
export interface PressValues {
  pressed_on?: string;
}

/** For how many seconds each question is open; without limit if it is not said. */
export interface LimitValues extends PressValues {
  seconds?: number;
}

/** What a question is made from, see ``make_item``. */
export interface AskValues extends LimitValues {
  rulebook?: string;
  options?: string[];
  own?: string;
  lesson?: string;
  kind?: string;
  seed?: number;
  level?: number;
  goal?: string;
  puzzle?: string;
  ask?: string;
  hand?: string;
  turned?: string | null;
  open?: string | null;
  players?: number;
  note?: string;
}

/** What a question is made from, or its number on the plan. */
export interface PreviewValues extends AskValues {
  task?: number;
}

/** The place of a question that was asked before. */
export interface AskedValues extends PressValues {
  at: number;
}

/** A lesson or the goal of puzzles and how many of them, questions one by one, or a list as a file has it. */
export interface SeveralValues extends AskValues {
  n?: number;
  tasks?: AskValues[];
  file?: string;
}

/** A question to come, by its number. */
export interface PlannedValues {
  task: number;
}

/** The same, and whether it comes earlier or later. */
export interface PlanMoveValues extends PlannedValues {
  by: number;
}

/** The game of a round, how many computer players there are, and how well they play. */
export interface RoundValues extends PressValues {
  rulebook: string;
  others: number;
  level: string;
}

/** Whose move is made: the one that the class has chosen, or the exact one. */
export interface RoundMoveValues extends PressValues {
  by: "class" | "exact";
}

/** Whether no more answers are taken; left out, none are. */
export interface FreezeValues extends PressValues {
  on?: boolean;
}

/** The step that is shown no longer. */
export interface HideValues extends PressValues {
  step: "tally" | "answer" | "why";
}

/** The answer to show on the wall; None for none. */
export interface AnswerShownValues extends PressValues {
  key: string | null;
}

/** How many seconds more there are to answer. */
export interface TimerValues extends PressValues {
  seconds: number;
}

export interface ExportValues {
  as: "csv" | "json";
  names?: boolean;
}

/** The code of a homework. */
export interface HomeCodeValues {
  code: string;
}

/** A student, by their number. */
export interface StudentValues {
  student: number;
}

/** The same, and what they are to be called. */
export interface CalledValues extends StudentValues {
  name: string;
}

/** The same, and the number under which they were in the class before. */
export interface SameValues extends StudentValues {
  into: number;
}

/** Who comes in: the code as typed, what the tab kept of an earlier visit, what they want to be called, a word of their own, and the language of their page. */
export interface StudentGreeting {
  role: "student";
  language?: string;
  code?: string | null;
  token?: string | null;
  left?: string | null;
  name?: string | null;
  word?: string | null;
}

/** The teacher's page or the wall, by the secret of its address or a ticket, None where it has none, and its language. */
export interface TeacherGreeting {
  role: "teacher";
  token: string | null;
  language?: string;
}

/** The whole page in a tab, by the same secret and by what the tab calls itself. */
export interface VisitGreeting {
  role: "tutor";
  token: string | null;
  visit: string;
}

/** Why something could not be done. */
export interface ClassSaidView {
  code: string;
  text: string;
}

/** A line of a table: a player, unless what is told of them names them, and their cards. */
export interface ClassRowView {
  name: string;
  told: string;
  groups: FaceView[][];
}

/** One of the answers to choose from: its key, and a card or words. */
export interface AnswerChoiceView {
  key: string;
  card: FaceView | null;
  word: string;
}

/** A question as students see it; ``turn`` is the table where it is about the moves of a turn. */
export interface QuestionView {
  lesson: string;
  question: string;
  table: string;
  turned: FaceView | null;
  open: FaceView | null;
  turn: StillTurnView | null;
  groups: FaceView[][];
  rows: ClassRowView[];
  asks: string;
  signed: boolean;
  choices: AnswerChoiceView[];
}

/** A player at the table; ``score`` is what the rounds before have come to, empty in the first one. */
export interface ClassSeatView extends PlaySeatView {
  score: string;
}

/** A round that a class plays: who sits there and did what, and in the end who pays whom. */
export interface ClassRoundView {
  seats: ClassSeatView[];
  end: PlayEndView | null;
  moment: string[];
}

/** A question at its place in the class; ``further`` if a student practises by it; ``note`` is the teacher's. */
export interface ClassTaskView extends QuestionView {
  at: number;
  further: boolean;
  note: string;
  round: ClassRoundView | null;
}

/** What is printed on a card, and in a group on what it stands for. */
export interface LaidFaceView extends FaceView {
  stands?: FaceView | null;
}

/** A group of an answer. */
export interface SmallTrayView {
  tone: string;
  icon: string;
  word: string;
  cards: LaidFaceView[];
}

/** An answer in words, with groups where it is a way to lay cards out. */
export interface AnswerView {
  word: string;
  groups: SmallTrayView[];
}

/** What a source is called, and what it says. */
export interface SourceView {
  name: string;
  what: string;
}

/** A sentence, and what the sources that it cites say, by number. */
export interface ReasonView extends LineView {
  says: Record<string, SourceView>;
}

/** Whether an answer was right, None where none was given or it was a vote, what would have been, and why. */
export interface ClassVerdictView {
  right: boolean | null;
  head: string;
  expected: AnswerView;
  beliefs: string[];
  why: ReasonView[];
}

/** How far somebody is with tasks at their own pace: how many they have done, rightly, and how many there are. */
export interface PaceView {
  done: number;
  right: number;
  most: number;
}

/** A student's own answer to the present task, and what they may see of what came of it. */
export interface OwnView {
  name: string;
  answered: AnswerView | null;
  kept: boolean;
  value: unknown;
  stage: string | null;
  left: number | null;
  verdict: ClassVerdictView | null;
  practised: number;
  practised_right: number;
  pace: PaceView | null;
}

/** The verdict on a further question, with what was answered. */
export interface PractisedView extends ClassVerdictView {
  answered: AnswerView;
}

/** Nothing: all is well. */
export interface NoProblem {
}

/** How to come in: the code, the addresses, the best first, and the rows of a QR code. */
export interface DoorView {
  code: string;
  addresses: string[];
  qr: string[];
}

/** A lesson to choose, with its kinds of tasks. */
export interface LessonChoiceView extends LabelView {
  kinds: LabelView[];
}

/** A question about a hand, with what has to be written for it. */
export interface HandAskView {
  key: string;
  label: string;
  hint: string;
}

/** The games, of each its lessons and its puzzles' goals, and what is asked of a hand. */
export interface SourcesView {
  rulebooks: LabelView[];
  lessons: Record<string, LessonChoiceView[]>;
  goals: Record<string, LabelView[]>;
  asks: HandAskView[];
}

/** What the teacher chooses before a round: how many others play, of each game, and how well. */
export interface RoundChoicesView {
  begin: string;
  others_label: string;
  others: Record<string, number[]>;
  levels_label: string;
  levels: LabelView[];
  again: string;
}

/** Equal answers: how many there are, whether they are right, and which beliefs they would fit. */
export interface TallyRowView extends AnswerView {
  key: string;
  n: number;
  right: boolean;
  beliefs: string[];
}

/** How many answers would fit the same beliefs. */
export interface TallyBeliefView {
  key: string;
  told: string[];
  n: number;
}

/** The answers by what they are and by beliefs; ``others`` are those in no row. */
export interface TallyView {
  answered: number;
  right: number;
  rows: TallyRowView[];
  others: number;
  beliefs: TallyBeliefView[];
}

/** A question that was asked, by its place: how many have answered it, how many of them rightly. */
export interface AskedView {
  at: number;
  lesson: string;
  question: string;
  answered: number;
  right: number;
  can_return: boolean;
}

/** How far a class is where each works at their own pace: how many of it have done all tasks, of each task how many have answered it and how many of them rightly. */
export interface OwnPaceView {
  done: number;
  here: number;
  tasks: AskedView[];
}

/** How a round goes on: with the move that the class has chosen, or with the exact one. */
export interface VoteView {
  chosen: string;
  exact: string;
}

/** What the class sees of the present task beside the task itself; nothing of it while there is none. */
export interface WallView {
  here: number;
  mark: string;
  to_come: number;
  door: boolean;
  stage: string | null;
  left: number | null;
  answered?: number;
  shown?: TallyRowView | null;
  tally?: TallyView | null;
  own: OwnPaceView | null;
  did?: string[];
  verdict?: ClassVerdictView | null;
  vote?: VoteView | null;
}

/** A student as the teacher sees them. */
export interface StudentView {
  number: number;
  name: string;
  here: boolean;
  answered: boolean;
  practised: number;
  practised_right: number;
}

/** A question to come. */
export interface PlannedView {
  number: number;
  lesson: string;
  question: string;
}

/** What a student has done of tasks at their own pace: of each task whether it is right, None of those to come. */
export interface WorkView {
  number: number;
  name: string;
  here: boolean;
  marks: (boolean | null)[];
}

/** What only the teacher sees; ``given`` are all answers of the class so far, ``kept_in`` is its file. */
export interface DeskView {
  students: StudentView[];
  tally: TallyView | null;
  verdict: ClassVerdictView | null;
  plan: PlannedView[];
  asked: AskedView[];
  work: WorkView[];
  replaced: number;
  dropped: number;
  given: number;
  beliefs: boolean;
  kept_in: string;
  at_door: number;
  has_book: boolean;
}

/** How many questions a plan has that was made, how many entries were left out, and when it was made. */
export interface PlanView {
  n: number;
  left_out: number;
  at: number;
}

/** A file: its name and its text. */
export interface WrittenFile {
  name: string;
  text: string;
}

/** A file by its number; of exported answers, how many it holds. */
export interface ClassFileView extends WrittenFile {
  n: number;
  answers?: number;
}

/** A lesson: how many answers were right, whether it is to come again, and the beliefs that showed. */
export interface RepeatView {
  title: string;
  aim: string;
  told: string;
  again: boolean;
  beliefs: string[];
}

/** What to repeat next time. */
export interface RepeatsView {
  lessons: RepeatView[];
}

/** A question before it is asked, as phones and wall will have it, with the right answer for the teacher. */
export interface PreviewView {
  task: ClassTaskView;
  wall: WallView;
  own: OwnView;
  table?: CardTableView;
  problem?: SaidView | NoProblem;
  verdict: ClassVerdictView;
  planned: number | null;
}

/** A student in the class book: their classes, how many answers were right, and the lessons to repeat. */
export interface BookStudentView {
  name: string;
  told: string;
  again: string[];
}

/** The class book: its file, how many classes it holds, and its students. */
export interface BookView {
  file: string;
  classes: number;
  students: BookStudentView[];
}

/** What a link says of the tasks to come, empty if it would be too long, and how many of them it has. */
export interface HomeLinkView {
  code: string;
  n: number;
}

/** Whose homework was read, and how many answers it has. */
export interface HomeReadView {
  name: string;
  n: number;
}

/** What the browsers of a class are sent by name; each only what is for students, for the teacher, or for both. */
export interface ClassValues {
  words: Record<string, string>;
  said?: ClassSaidView | null;
  task?: ClassTaskView | null;
  token?: string;
  own?: OwnView;
  practice?: PractisedView | null;
  table?: CardTableView;
  problem?: SaidView | NoProblem;
  secret?: string;
  door?: DoorView;
  sources?: SourcesView;
  rounds?: RoundChoicesView;
  wall?: WallView;
  desk?: DeskView;
  planned?: PlanView | null;
  file?: ClassFileView;
  repeat?: RepeatsView;
  preview?: PreviewView | null;
  book?: BookView;
  home?: HomeLinkView;
  read?: HomeReadView;
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
  problem: SaidView | NoProblem;
  fonts: Font[];
}

/** The view models by the names under which they come. */
export interface Views {
  editor: EditorView;
  table: CardTableView;
  best: BestView;
  comparison: ComparisonView;
  now_working: WorkingView | IdleView;
  what_now: WhatNowView;
  my_rules: RulesMemoryView | MyRulesView;
  play: PlayView;
  puzzles: PuzzleView | ClosedView;
  ledger: RoundView;
  words: MarksView | WordsView;
  rulebook: RulebookView;
  learn: LearnView;
  classroom: ClassroomView;
  shell: ShellView;
}

/** What a page may ask. */
export type Action =
  | { type: "fonts" }
  | ({ type: "text" } & TextValues)
  | ({ type: "preset" } & KeyValues)
  | ({ type: "deal" } & DealValues)
  | ({ type: "deal_extra" } & DealValues)
  | ({ type: "tricky" } & DealValues)
  | ({ type: "add" } & CardValues)
  | ({ type: "remove" } & CardValues)
  | ({ type: "move" } & MoveValues)
  | ({ type: "ungroup" } & CardsValues)
  | { type: "undo" }
  | { type: "redo" }
  | { type: "sort" }
  | { type: "sort_wilds" }
  | { type: "drop_jokers" }
  | ({ type: "reveal" } & LevelValues)
  | { type: "take" }
  | { type: "another" }
  | { type: "keep" }
  | ({ type: "pair" } & PairValues)
  | ({ type: "show_best_column" } & SwitchValues)
  | ({ type: "what_now" } & LevelValues)
  | ({ type: "seen" } & SeenValues)
  | { type: "forget_seen" }
  | ({ type: "open_card" } & OpenValues)
  | { type: "my_rules"; do: "open" }
  | ({ type: "my_rules"; do: "start" } & KeyValues)
  | ({ type: "my_rules"; do: "title" } & TitleValues)
  | ({ type: "my_rules"; do: "set" } & RuleValues)
  | ({ type: "my_rules"; do: "reset" } & PathsValues)
  | { type: "my_rules"; do: "keep" }
  | ({ type: "my_rules"; do: "forget" } & KeyValues)
  | { type: "my_rules"; do: "write" }
  | ({ type: "my_rules"; do: "load" } & TextValues)
  | ({ type: "my_rules"; do: "example" } & PathValues)
  | { type: "my_rules"; do: "lay" }
  | ({ type: "my_rules"; do: "recall" } & KeptValues)
  | ({ type: "play"; do: "deal" } & OpponentValues)
  | ({ type: "play"; do: "play" } & PlayMoveValues)
  | { type: "play"; do: "declare" }
  | { type: "play"; do: "play_on" }
  | { type: "play"; do: "take_back" }
  | { type: "play"; do: "group" }
  | ({ type: "play"; do: "lay" } & GroupsValues)
  | { type: "play"; do: "help" }
  | { type: "play"; do: "hide" }
  | { type: "play"; do: "again" }
  | { type: "play"; do: "leave" }
  | { type: "play"; do: "put_away" }
  | { type: "play"; do: "look" }
  | ({ type: "play"; do: "recall" } & RecallRoundsValues)
  | ({ type: "play"; do: "own_moment" } & OwnMomentValues)
  | ({ type: "play"; do: "open_record" } & PlayRecordValues)
  | ({ type: "play"; do: "look_at" } & PlaceValues)
  | ({ type: "play"; do: "step" } & PlaceValues)
  | { type: "play"; do: "try" }
  | ({ type: "play"; do: "try_move" } & PlayMoveValues)
  | { type: "play"; do: "show" }
  | { type: "play"; do: "close" }
  | ({ type: "puzzle"; do: "open" } & RecordValues)
  | { type: "puzzle"; do: "analyse" }
  | ({ type: "puzzle"; do: "move" } & TableMove)
  | ({ type: "puzzle"; do: "choose" } & KeyValues)
  | { type: "puzzle"; do: "check" }
  | { type: "puzzle"; do: "hint" }
  | { type: "puzzle"; do: "show" }
  | { type: "puzzle"; do: "restart" }
  | ({ type: "puzzle"; do: "next" } & WishValues)
  | ({ type: "puzzle"; do: "go" } & KeyValues)
  | { type: "puzzle"; do: "previous" }
  | ({ type: "puzzle"; do: "day" } & DayValues)
  | ({ type: "puzzle"; do: "new" } & WishValues)
  | ({ type: "round"; do: "open" } & OpenRoundValues)
  | ({ type: "round"; do: "link" } & RoundLinkValues)
  | { type: "round"; do: "undo" }
  | { type: "round"; do: "redo" }
  | ({ type: "round"; do: "game" } & GameValues)
  | ({ type: "round"; do: "table" } & RoundTableValues)
  | ({ type: "round"; do: "seat" } & SeatValues)
  | ({ type: "round"; do: "winner" } & PlaceValues)
  | ({ type: "round"; do: "preset" } & KeyValues)
  | { type: "round"; do: "new" }
  | { type: "round"; do: "as_table" }
  | ({ type: "round"; do: "deal" } & DealValues)
  | ({ type: "round"; do: "to_table" } & PlaceValues)
  | ({ type: "round"; do: "from_table" } & PlaceValues)
  | ({ type: "round"; do: "step" } & StepValues)
  | ({ type: "round"; do: "class" } & SwitchValues)
  | { type: "round"; do: "next" }
  | ({ type: "round"; do: "rejoin" } & NameValues)
  | { type: "round"; do: "share" }
  | { type: "round"; do: "back" }
  | { type: "round"; do: "end_sitting" }
  | { type: "round"; do: "save" }
  | ({ type: "round"; do: "load" } & RoundFileValues)
  | ({ type: "word" } & KeyValues)
  | ({ type: "find_word" } & TextValues)
  | ({ type: "other_rulebook" } & KeyValues)
  | ({ type: "learn"; do: "home" } & HomeValues)
  | ({ type: "learn"; do: "lesson" } & LessonValues)
  | ({ type: "learn"; do: "step" } & LearnStepValues)
  | { type: "learn"; do: "next" }
  | ({ type: "learn"; do: "answer" } & AnswerValues)
  | { type: "learn"; do: "hint" }
  | { type: "learn"; do: "lay" }
  | ({ type: "learn"; do: "table" } & TableValues)
  | ({ type: "learn"; do: "recall" } & RecallValues)
  | ({ type: "learn"; do: "join" } & JoinValues)
  | ({ type: "learn"; do: "load" } & LoadValues)
  | { type: "learn"; do: "forget" }
  | { type: "learn"; do: "deny" }
  | ({ type: "learn"; do: "choosing" } & ChoosingValues)
  | ({ type: "learn"; do: "take_game" } & TakeValues)
  | ({ type: "learn"; do: "play" } & MoveOfTurn)
  | ({ type: "learn"; do: "refuse" } & MoveOfTurn)
  | { type: "learn"; do: "take_back" }
  | { type: "learn"; do: "practise" }
  | { type: "learn"; do: "group" }
  | { type: "class"; do: "here" }
  | { type: "class"; do: "lists" }
  | ({ type: "class"; do: "show" } & ClassSourceValues)
  | { type: "class"; do: "next" }
  | { type: "class"; do: "back" }
  | { type: "class"; do: "leave" }
  | ({ type: "class"; do: "add" } & ClassSourceValues)
  | { type: "class"; do: "new" }
  | ({ type: "class"; do: "open" } & PlaceValues)
  | ({ type: "class"; do: "title" } & TitleValues)
  | ({ type: "class"; do: "move" } & EntryMoveValues)
  | ({ type: "class"; do: "out" } & PlaceValues)
  | { type: "class"; do: "delete" }
  | ({ type: "class"; do: "recall" } & KeptListsValues)
  | ({ type: "class"; do: "load" } & TextValues)
  | { type: "class"; do: "save" }
  | ({ type: "class"; do: "sheet" } & SheetValues)
  | { type: "class"; do: "taken" }
  | ({ type: "class"; do: "home-go" } & HomeMoveValues)
  | ({ type: "class"; do: "home-name" } & NameValues)
  | { type: "class"; do: "home-leave" }
  | { type: "next_step" }
  | ({ type: "set" } & SetValues)
  | ({ type: "mode" } & ModeValues)
  | ({ type: "classroom" } & SwitchValues)
  | ({ type: "link" } & LinkValues)
  | ({ type: "language" } & LanguageValues)
  | ({ type: "qr" } & AddressValues)
  | { type: "dismiss" }
  | { type: "ping" };

/** What a student's or the teacher's page of a class may ask. */
export type ClassAction =
  | ({ type: "class-name" } & NameValues)
  | ({ type: "class-answer" } & StudentAnswerValues)
  | { type: "class-more" }
  | { type: "class-back" }
  | { type: "class-next" }
  | ({ type: "preview" } & PreviewValues)
  | ({ type: "push" } & AskValues)
  | ({ type: "back" } & AskedValues)
  | ({ type: "plan" } & SeveralValues)
  | { type: "plan-back" }
  | ({ type: "plan-move" } & PlanMoveValues)
  | ({ type: "plan-drop" } & PlannedValues)
  | ({ type: "plan-copy" } & PlannedValues)
  | ({ type: "plan-add" } & AskValues)
  | ({ type: "next" } & PressValues)
  | ({ type: "own-begin" } & PressValues)
  | ({ type: "own-end" } & PressValues)
  | ({ type: "round-begin" } & RoundValues)
  | ({ type: "round-play" } & RoundMoveValues)
  | ({ type: "round-again" } & PressValues)
  | ({ type: "freeze" } & FreezeValues)
  | ({ type: "reveal" } & PressValues)
  | ({ type: "hide" } & HideValues)
  | ({ type: "show" } & AnswerShownValues)
  | ({ type: "timer" } & TimerValues)
  | ({ type: "beliefs" } & SwitchValues)
  | ({ type: "door" } & SwitchValues)
  | ({ type: "sheet" } & SeveralValues)
  | ({ type: "export" } & ExportValues)
  | { type: "repeat" }
  | { type: "book" }
  | { type: "home-link" }
  | ({ type: "home-read" } & HomeCodeValues)
  | ({ type: "student-call" } & CalledValues)
  | ({ type: "student-remove" } & StudentValues)
  | ({ type: "student-merge" } & SameValues)
  | { type: "code" }
  | { type: "admit" }
  | { type: "end" }
  | { type: "forget" };

/** What a browser says when it comes in, by which it is known who it is. */
export type Greeting =
  | StudentGreeting
  | TeacherGreeting
  | VisitGreeting;

/** All that a page has by name; from its host how the connection is, what is set
 * after an answer, what each screen shows at first, and what stands around the screens in other languages. */
export interface Values extends Views, PageValues {
  connection?: string | null;
  echo?: string;
  first?: Record<string, Partial<Views>>;
  frames?: Record<string, Record<string, string>>;
}

/** What is sent with an action that stands for several, told apart by `do`. */
export type Asked<Type, One = Action> = One extends { type: Type } ? Omit<One, "type"> : never;

/** What a page keeps of what it is sent, and what it sends by. */
export interface Model {
  get<Name extends keyof Values>(name: Name): Values[Name];
  set?<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  send(message: object): void;
}
