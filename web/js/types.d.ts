// What the house says, as docs/PROTOCOL.md tells it. For the checker alone; no browser reads it.

/** The name of a point, or `board`; all its classes; what is said of it. */
export type Patch = [point: string, classes: string, label: string];

export interface SeatView {
  seat: number;
  name: string | null;
  side: { id: string; name: string; class: string } | null;
  plays: string | null;
  goal: string | null;
  is_engine: boolean;
  is_present: boolean;
}

export interface ClocksView { now: number; left: [number, number]; running: number | null }

export interface MoveView { side: string; mv: string; says?: string; fills?: string[] }

export interface TableView {
  table: string;
  version: number;
  latest: number;
  standing: 'waiting' | 'playing' | 'over' | 'withdrawn';
  title: string;
  setup: string;
  size: number;
  status: string;
  you: number[];
  seats: SeatView[];
  time: string | null;
  takes_days: boolean;
  clocks: ClocksView | null;
  to_move: number | null;
  moves: { keep: number; then: MoveView[] };
  legal: string;
  pieces: { letter: string; name: string }[];
  can: string[];
  asks: { resign: string | null; rematch: string | null };
  swap: { offer: string; consequence: string } | null;
  question: { by: number; wish: 'undo' | 'rematch'; says: string } | null;
  result: { says: string; winner: number | null; by: string } | null;
  frozen: string | null;
  next: string | null;
  watchers: number;
}

export interface MoveAnswer {
  mv: string;
  is_legal: boolean;
  rule: string | null;
  says: string;
  asks: string | null;
  blamed: string[];
  fills: string[];
  patches: Patch[];
}

export interface LinesView { lines: string[][]; says: string; patches: Patch[] }

export interface ErrorView {
  id: string;
  says: string;
  blamed: string[];
  patches?: Patch[];
  missed: { version: number; says: string }[];
  version: number | null;
}

export type ServerMessage =
  | { type: 'table'; table: TableView; points: Patch[]; says: string[] }
  | { type: 'news'; table: Partial<TableView>; says: string[]; patches: Patch[] }
  | { type: 'remark'; seat: number; remark: string; says: string }
  | { type: 'said'; re: number | null }
  | { type: 'presence'; is_present: [boolean, boolean]; watchers: number }
  | { type: 'done'; re: number | null; version: number; seat: number | null }
  | ({ type: 'move'; re: number | null } & MoveAnswer)
  | ({ type: 'lines'; re: number | null } & LinesView)
  | { type: 'time'; re: number | null; now: number }
  | ({ type: 'refused'; re: number | null } & ErrorView)
  | ({ type: 'lobby' } & LobbyView)
  | { type: 'boards'; boards: BoardView[] }
  | { type: 'closing' };

export interface Order { do: string; move?: string; seen?: number; latest?: number; id?: string; seat?: number }

export interface ListedView {
  table: string;
  standing: string;
  title: string;
  name: string;
  time: string | null;
  names: (string | null)[];
  is_present: boolean;
  watchers: number;
}

export interface BoardView { table: string; status: string; svg: string }

export interface LobbyView { open: ListedView[]; live: ListedView[]; levels: number[] }

export interface NodeView {
  parent: number | null;
  number: number;
  side: string;
  by: string;
  mv: string;
  says: string;
  status: string;
  comment: string;
  first_wins: number | null;
  best_line: string;
  verdict: 'mistake' | 'blunder' | null;
  cost: number | null;
  patches: Patch[];
}

export interface TreeView {
  title: string;
  setup: string;
  start: string | null;
  players: [string, string];
  result: string | null;
  sgf: string;
  line: string;
  nodes: NodeView[];
}

export interface StudyAnswer { at: number; tree: TreeView | null; refused: MoveAnswer | null; says: string | null; heat: Patch[] }

export interface LessonAnswer { is_right: boolean; is_done: boolean; says: string; task: string | null; can_swap: boolean; points: Patch[] }

export interface PuzzleAnswer {
  worth: 'illegal' | 'wrong' | 'right' | 'solved' | null;
  is_solved: boolean;
  says: string;
  asks: string | null;
  task: string | null;
  legal: string;
  boards: Patch[][];
  points: Patch[];
  about: string;
  result: string | null;
}

export interface MissedWin { number: number; by: string; played: string; says: string; called: string; puzzle: string }

export interface HintView { version: number; says: string; patches: Patch[] }
