// Written by `python -m ginrummy.web.pad.law_js` from the law in Python: change that, not this.

/** @param {number} value */
const int = (value) => {
  if (!Number.isSafeInteger(value)) throw new RangeError("not an exact integer");
  return value + 0;
};
/** @param {number} a @param {number} b */
const modulo = (a, b) => {
  const rest = a % b;
  return int(rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest);
};
/** @param {number} a @param {number} b */
const quotient = (a, b) => int(int(a - modulo(a, b)) / b);
/** @template T @param {readonly T[]} values @param {number} place */
const item = (values, place) => {
  if (!(place >= 0 && place < values.length)) throw new RangeError("no such item");
  return values[place];
};
/** @param {number} start @param {number} stop */
const range = (start, stop) => Array.from({ length: Math.max(stop - start, 0) }, (_, place) => start + place);
/** @type {Record<string, (a: number, b: number) => number>} */
const bits = {
  and: (a, b) => int(Number(BigInt(a) & BigInt(b))),
  or: (a, b) => int(Number(BigInt(a) | BigInt(b))),
  xor: (a, b) => int(Number(BigInt(a) ^ BigInt(b))),
  left: (a, b) => int(Number(BigInt(a) << BigInt(b))),
  right: (a, b) => int(Number(BigInt(a) >> BigInt(b))),
};

/** @typedef {{ points: [number, number], entries: [number, number], boxes: [number, number], extra_coups: [number, number], closed_by: number }} Column */
/** @typedef {{ kind: number, winner: number, difference: number, bonus: number, multiplier: number, points: number, extra_coups: number }} HandScore */
/** @typedef {{ points: number, shutout: number, blitz: number, game: number, boxes: number, extra_coups: number }} Parts */
/** @typedef {{ columns: [Column, Column, Column], partie: [number, number], manches_won: [number, number], last_manche: Column, manche_ended: number, hands: number, void_hands: number, finished: number }} Sheet */
/** @typedef {{ score: HandScore, boxes: number, marks: [number, number, number, number, number, number], sheet: Sheet }} SheetRow */
/** @typedef {{ decks: number, hand_nondealer: number, hand_dealer: number, upcard: number, first_dealer: number, next_dealer: number, dealer_after_void: number, first_turn: number, allow_discard_taken_card: number, discard_inspect: number, ace_run: number, ace_points: number, set_same_suit_duplicates: number, run_max: number, knock_limit: number, knock_value: number, knock_ace: number, knock_max_unmatched: number, first_turn_knock: number, closing_discard_face_down: number, layoff_on_knock: number, layoff_on_gin: number, gin_void_if_defender_zero: number, undercut_on_tie: number, undercut_bonus: number, undercut_complete_bonus: number, gin_bonus: number, big_gin_bonus: number, spade_double: number, spade_doubles_boxes: number, wall_stock: number, wall_action: number, endless_turns: number, columns: number, column_blitz_bonus: number, rubber_bonus: number, game_target: number, game_bonus: number, box_bonus: number, shutout: number, shutout_value: number, extra_undercut: number, extra_gin: number, extra_big_gin: number, extra_value: number, session_target: number, limit_source: number, session_mode: number, boxes_to: number }} Variant */

/**
 * @param {[number, number]} points
 * @param {[number, number]} entries
 * @param {[number, number]} boxes
 * @param {[number, number]} extra_coups
 * @param {number} closed_by
 * @returns {Column}
 */
export const Column = (points, entries, boxes, extra_coups, closed_by) => ({ points: points, entries: entries, boxes: boxes, extra_coups: extra_coups, closed_by: closed_by });

/**
 * @param {number} kind
 * @param {number} winner
 * @param {number} difference
 * @param {number} bonus
 * @param {number} multiplier
 * @param {number} points
 * @param {number} extra_coups
 * @returns {HandScore}
 */
export const HandScore = (kind, winner, difference, bonus, multiplier, points, extra_coups) => ({ kind: kind, winner: winner, difference: difference, bonus: bonus, multiplier: multiplier, points: points, extra_coups: extra_coups });

/**
 * @param {number} points
 * @param {number} shutout
 * @param {number} blitz
 * @param {number} game
 * @param {number} boxes
 * @param {number} extra_coups
 * @returns {Parts}
 */
export const Parts = (points, shutout, blitz, game, boxes, extra_coups) => ({ points: points, shutout: shutout, blitz: blitz, game: game, boxes: boxes, extra_coups: extra_coups });

/**
 * @param {[Column, Column, Column]} columns
 * @param {[number, number]} partie
 * @param {[number, number]} manches_won
 * @param {Column} last_manche
 * @param {number} manche_ended
 * @param {number} hands
 * @param {number} void_hands
 * @param {number} finished
 * @returns {Sheet}
 */
export const Sheet = (columns, partie, manches_won, last_manche, manche_ended, hands, void_hands, finished) => ({ columns: columns, partie: partie, manches_won: manches_won, last_manche: last_manche, manche_ended: manche_ended, hands: hands, void_hands: void_hands, finished: finished });

/**
 * @param {HandScore} score
 * @param {number} boxes
 * @param {[number, number, number, number, number, number]} marks
 * @param {Sheet} sheet
 * @returns {SheetRow}
 */
export const SheetRow = (score, boxes, marks, sheet) => ({ score: score, boxes: boxes, marks: marks, sheet: sheet });

/**
 * @param {Sheet} sheet
 * @returns {Sheet}
 */
export function add_void(sheet) {
  /** @type {number} */
  let hands;
  /** @type {number} */
  let voids;
  [hands, voids] = [int(sheet.hands + 1), int(sheet.void_hands + 1)];
  return Sheet(sheet.columns, sheet.partie, sheet.manches_won, sheet.last_manche, 0, hands, voids, 0);
}

/**
 * @param {Variant} variant
 * @param {[Column, Column, Column]} columns
 * @returns {boolean}
 */
export function are_closed(variant, columns) {
  /** @type {number} */
  let number;
  for (number of range(0, variant.columns)) {
    if ((item(columns, number).closed_by === (-1))) {
      return false;
    }
  }
  return true;
}

/**
 * @param {Variant} variant
 * @returns {number}
 */
export function best_limit(variant) {
  if ((variant.knock_limit === 3)) {
    return 0;
  }
  return ((variant.knock_limit === 0) ? variant.knock_value : 10);
}

/**
 * @param {Variant} variant
 * @param {HandScore} score
 * @returns {number}
 */
export function boxes_won(variant, score) {
  if ((score.winner === (-1))) {
    return 0;
  }
  return ((variant.spade_doubles_boxes !== 0) ? score.multiplier : 1);
}

/**
 * @param {SheetRow} row
 * @param {number} number
 * @returns {boolean}
 */
export function closes(row, number) {
  /** @type {number} */
  let place;
  place = int(int(2 * number) + Math.max(row.score.winner, 0));
  return ((item(row.marks, place) !== (-1)) && (written(row.sheet, number).closed_by !== (-1)));
}

/**
 * @param {Variant} variant
 * @param {number} kind
 * @param {number} knocker_deadwood
 * @param {number} defender_deadwood
 * @returns {number}
 */
export function closing_kind(variant, kind, knocker_deadwood, defender_deadwood) {
  /** @type {boolean} */
  let void_;
  if (((kind === 1) && (knocker_deadwood === 0))) {
    kind = 3;
  }
  if ((kind !== 1)) {
    void_ = ((variant.gin_void_if_defender_zero !== 0) && (defender_deadwood === 0));
    return (void_ ? 5 : kind);
  }
  if ((defender_deadwood > knocker_deadwood)) {
    return 1;
  }
  if (((defender_deadwood === knocker_deadwood) && (variant.undercut_on_tie === 0))) {
    return 6;
  }
  return 2;
}

/**
 * @param {Variant} variant
 * @param {Sheet} sheet
 * @param {number} column
 * @param {number} seat
 * @returns {number}
 */
export function column_total(variant, sheet, column, seat) {
  return settled(variant, item(sheet.columns, column), seat);
}

/**
 * @param {Variant} variant
 * @param {Sheet} sheet
 * @param {number} winner
 * @returns {number}
 */
export function columns_entered(variant, sheet, winner) {
  /** @type {number} */
  let entered;
  /** @type {boolean} */
  let blank_seen;
  /** @type {number} */
  let number;
  /** @type {Column} */
  let column;
  if (((winner === (-1)) || (sheet.finished !== 0))) {
    return 0;
  }
  entered = 0;
  blank_seen = false;
  for (number of range(0, variant.columns)) {
    column = item(sheet.columns, number);
    if ((column.closed_by === (-1))) {
      if ((item(column.entries, winner) > 0)) {
        entered = bits.or(entered, bits.left(1, number));
      } else {
        if (!(blank_seen)) {
          entered = bits.or(entered, bits.left(1, number));
          blank_seen = true;
        }
      }
    }
  }
  return entered;
}

/**
 * @param {Variant} variant
 * @returns {number}
 */
export function dearest_card(variant) {
  return Math.max(10, variant.ace_points);
}

/**
 * @param {Variant} variant
 * @param {number} upcard
 * @returns {number}
 */
export function doubling(variant, upcard) {
  return ((upcard === (-1)) ? spade_multiplier(variant, 0) : 1);
}

/**
 * @param {Variant} variant
 * @param {Sheet} sheet
 * @param {Column} manche
 * @returns {Sheet}
 */
export function end_manche(variant, sheet, manche) {
  /** @type {[number, number]} */
  let gains;
  /** @type {[number, number]} */
  let partie;
  /** @type {[number, number]} */
  let won;
  /** @type {number} */
  let over;
  /** @type {Column} */
  let blank;
  gains = manche_gains(variant, manche);
  partie = [int(item(sheet.partie, 0) + item(gains, 0)), int(item(sheet.partie, 1) + item(gains, 1))];
  won = raised(sheet.manches_won, manche.closed_by, 1);
  over = (is_partie_over(variant, partie) ? 1 : 0);
  blank = new_column();
  return Sheet([blank, blank, blank], partie, won, manche, 1, int(sheet.hands + 1), sheet.void_hands, over);
}

/**
 * @param {Variant} variant
 * @param {Sheet} sheet
 * @param {number} winner
 * @param {number} points
 * @param {number} extra_coups
 * @param {number} boxes
 * @returns {Sheet}
 */
export function enter_hand(variant, sheet, winner, points, extra_coups, boxes) {
  /** @type {number} */
  let entered;
  /** @type {Column} */
  let first;
  /** @type {Column} */
  let second;
  /** @type {Column} */
  let third;
  /** @type {[Column, Column, Column]} */
  let columns;
  /** @type {number} */
  let over;
  /** @type {number} */
  let hands;
  /** @type {number} */
  let voids;
  if ((sheet.finished !== 0)) {
    return sheet;
  }
  if ((winner === (-1))) {
    return add_void(sheet);
  }
  entered = columns_entered(variant, sheet, winner);
  [first, second, third] = sheet.columns;
  if ((bits.and(entered, 1) !== 0)) {
    first = write_hand(variant, first, winner, points, extra_coups, boxes);
  }
  if ((bits.and(entered, 2) !== 0)) {
    second = write_hand(variant, second, winner, points, extra_coups, boxes);
  }
  if ((bits.and(entered, 4) !== 0)) {
    third = write_hand(variant, third, winner, points, extra_coups, boxes);
  }
  if ((plays_manches(variant) && (first.closed_by !== (-1)))) {
    return end_manche(variant, sheet, first);
  }
  columns = [first, second, third];
  over = (are_closed(variant, columns) ? 1 : 0);
  [hands, voids] = [int(sheet.hands + 1), sheet.void_hands];
  return Sheet(columns, sheet.partie, sheet.manches_won, sheet.last_manche, 0, hands, voids, over);
}

/**
 * @param {Variant} variant
 * @param {Sheet} sheet
 * @param {HandScore} score
 * @returns {Sheet}
 */
export function entered(variant, sheet, score) {
  /** @type {number} */
  let boxes;
  boxes = boxes_won(variant, score);
  return enter_hand(variant, sheet, score.winner, score.points, score.extra_coups, boxes);
}

/**
 * @param {Variant} variant
 * @param {number} how
 * @param {number} own
 * @param {number} other
 * @param {number} upcard
 * @returns {number}
 */
export function fault(variant, how, own, other, upcard) {
  if ((how === 0)) {
    return fault_of_points(variant, own, other, upcard);
  }
  if (((own < 0) || (other < 0))) {
    return 2;
  }
  if (((own > most_deadwood(variant)) || (other > most_deadwood(variant)))) {
    return 3;
  }
  if (((how === 4) && (variant.big_gin_bonus === (-1)))) {
    return 4;
  }
  if (((how === 1) && (own > 0))) {
    return fault_of_knock(variant, own);
  }
  return 0;
}

/**
 * @param {Variant} variant
 * @param {number} own
 * @returns {number}
 */
export function fault_of_knock(variant, own) {
  if ((variant.knock_limit === 3)) {
    return 5;
  }
  if ((own <= best_limit(variant))) {
    return 0;
  }
  if ((variant.knock_limit === 0)) {
    return 6;
  }
  return ((variant.knock_limit === 1) ? 7 : 8);
}

/**
 * @param {Variant} variant
 * @param {number} points
 * @param {number} extra_coups
 * @param {number} upcard
 * @returns {number}
 */
export function fault_of_points(variant, points, extra_coups, upcard) {
  if (((points < 0) || (extra_coups < 0))) {
    return 1;
  }
  if ((points < least_points(variant))) {
    return 9;
  }
  if ((points > most_points(variant, upcard))) {
    return 10;
  }
  if (((extra_coups > 0) && (variant.extra_value === (-1)))) {
    return 11;
  }
  return ((extra_coups > most_extra_coups(variant, upcard)) ? 12 : 0);
}

/**
 * @param {Sheet} sheet
 * @param {number} seat
 * @returns {number}
 */
export function games_won(sheet, seat) {
  /** @type {number} */
  let won;
  /** @type {Column} */
  let column;
  won = 0;
  for (column of sheet.columns) {
    won = int(won + ((column.closed_by === seat) ? 1 : 0));
  }
  return won;
}

/**
 * @param {Variant} variant
 * @param {Sheet} sheet
 * @param {number} seat
 * @returns {number}
 */
export function grand_total(variant, sheet, seat) {
  /** @type {number} */
  let total;
  /** @type {number} */
  let number;
  total = 0;
  for (number of range(0, variant.columns)) {
    total = int(total + column_total(variant, sheet, number, seat));
  }
  if ((rubber(sheet) === seat)) {
    total = int(total + variant.rubber_bonus);
  }
  return total;
}

/**
 * @param {Variant} variant
 * @param {number} kind
 * @param {number} defender_deadwood
 * @param {number} defender_unmatched
 * @returns {number}
 */
export function hand_bonus(variant, kind, defender_deadwood, defender_unmatched) {
  if ((kind === 2)) {
    return undercut_bonus(variant, defender_deadwood, defender_unmatched);
  }
  if ((kind === 3)) {
    return variant.gin_bonus;
  }
  if ((kind === 4)) {
    return variant.big_gin_bonus;
  }
  return 0;
}

/**
 * @param {Variant} variant
 * @param {number} kind
 * @returns {number}
 */
export function hand_extra_coups(variant, kind) {
  if ((variant.extra_value === (-1))) {
    return 0;
  }
  if ((kind === 2)) {
    return variant.extra_undercut;
  }
  if ((kind === 3)) {
    return variant.extra_gin;
  }
  if ((kind === 4)) {
    return variant.extra_big_gin;
  }
  return 0;
}

/**
 * @param {Sheet} sheet
 * @returns {boolean}
 */
export function is_over(sheet) {
  return (sheet.finished !== 0);
}

/**
 * @param {Variant} variant
 * @param {[number, number]} partie
 * @returns {boolean}
 */
export function is_partie_over(variant, partie) {
  return ((item(partie, 0) !== item(partie, 1)) && (Math.max(item(partie, 0), item(partie, 1)) >= variant.session_target));
}

/**
 * @param {Column} column
 * @returns {boolean}
 */
export function is_shutout(column) {
  return ((column.closed_by !== (-1)) && (item(column.points, int(1 - column.closed_by)) === 0));
}

/**
 * @param {Variant} variant
 * @param {number} kind
 * @returns {number}
 */
export function least_of_gin(variant, kind) {
  /** @type {HandScore} */
  let score;
  score = score_closing(variant, kind, 0, 0, 0, (-1), (-1));
  if ((score.winner === (-1))) {
    score = score_closing(variant, kind, 0, 0, 1, (-1), (-1));
  }
  return score.points;
}

/**
 * @param {Variant} variant
 * @returns {number}
 */
export function least_points(variant) {
  /** @type {number} */
  let least;
  /** @type {HandScore} */
  let equal;
  /** @type {HandScore} */
  let knock;
  /** @type {HandScore} */
  let compared;
  least = least_of_gin(variant, 3);
  if ((variant.big_gin_bonus !== (-1))) {
    least = Math.min(least, least_of_gin(variant, 4));
  }
  if ((best_limit(variant) > 0)) {
    equal = score_closing(variant, 1, 0, 1, 1, (-1), (-1));
    knock = score_closing(variant, 1, 0, 1, 2, (-1), (-1));
    least = Math.min(least, ((equal.winner === (-1)) ? knock.points : Math.min(knock.points, equal.points)));
  }
  compared = score_wall(variant, 1, 2, (-1));
  return ((compared.winner === (-1)) ? least : Math.min(least, compared.points));
}

/**
 * @param {Variant} variant
 * @param {number} found
 * @param {number} upcard
 * @returns {number}
 */
export function limit_of(variant, found, upcard) {
  if ((found === 9)) {
    return least_points(variant);
  }
  if ((found === 10)) {
    return most_points(variant, upcard);
  }
  if ((found === 12)) {
    return most_extra_coups(variant, upcard);
  }
  return best_limit(variant);
}

/**
 * @param {Variant} variant
 * @param {Column} manche
 * @returns {[number, number]}
 */
export function manche_gains(variant, manche) {
  /** @type {number} */
  let first;
  /** @type {number} */
  let second;
  first = settled(variant, manche, 0);
  second = settled(variant, manche, 1);
  if ((variant.session_mode === 1)) {
    return [Math.max(int(first - second), 0), Math.max(int(second - first), 0)];
  }
  return [first, second];
}

/**
 * @param {Sheet} sheet
 * @param {number} mask
 * @param {number} winner
 * @param {number} place
 * @returns {number}
 */
export function mark(sheet, mask, winner, place) {
  if (((bits.and(bits.right(mask, quotient(place, 2)), 1) === 0) || (modulo(place, 2) !== winner))) {
    return (-1);
  }
  return item(written(sheet, quotient(place, 2)).points, winner);
}

/**
 * @param {Variant} variant
 * @param {Sheet} sheet
 * @returns {number}
 */
export function match_winner(variant, sheet) {
  /** @type {[number, number]} */
  let final;
  if ((sheet.finished === 0)) {
    return (-1);
  }
  if (((variant.columns === 1) && !(plays_manches(variant)))) {
    return item(sheet.columns, 0).closed_by;
  }
  final = totals(variant, sheet);
  if ((item(final, 0) === item(final, 1))) {
    return rubber(sheet);
  }
  return ((item(final, 0) > item(final, 1)) ? 0 : 1);
}

/**
 * @param {Variant} variant
 * @returns {number}
 */
export function most_deadwood(variant) {
  /** @type {number} */
  let aces;
  aces = Math.min(variant.hand_dealer, int(4 * variant.decks));
  return int(int(variant.hand_dealer * 10) + int(aces * int(dearest_card(variant) - 10)));
}

/**
 * @param {Variant} variant
 * @param {number} upcard
 * @returns {number}
 */
export function most_extra_coups(variant, upcard) {
  /** @type {number} */
  let most;
  most = Math.max(variant.extra_undercut, variant.extra_gin, variant.extra_big_gin, 0);
  return ((variant.spade_doubles_boxes !== 0) ? int(most * doubling(variant, upcard)) : most);
}

/**
 * @param {Variant} variant
 * @param {number} upcard
 * @returns {number}
 */
export function most_points(variant, upcard) {
  /** @type {number} */
  let most;
  /** @type {number} */
  let limit;
  /** @type {number} */
  let gin;
  /** @type {number} */
  let big;
  /** @type {number} */
  let undercut;
  /** @type {number} */
  let complete;
  [most, limit] = [most_deadwood(variant), best_limit(variant)];
  gin = score_closing(variant, 3, 0, 0, most, (-1), (-1)).points;
  big = score_closing(variant, 4, 0, 0, most, (-1), (-1)).points;
  undercut = score_closing(variant, 1, 0, limit, 0, 1, (-1)).points;
  complete = score_closing(variant, 1, 0, limit, 0, 0, (-1)).points;
  return int(Math.max(gin, big, undercut, complete) * doubling(variant, upcard));
}

/**
 * @returns {Column}
 */
export function new_column() {
  return Column([0, 0], [0, 0], [0, 0], [0, 0], (-1));
}

/**
 * @returns {Sheet}
 */
export function new_sheet() {
  /** @type {Column} */
  let blank;
  blank = new_column();
  return Sheet([blank, blank, blank], [0, 0], [0, 0], blank, 0, 0, 0, 0);
}

/**
 * @param {Variant} variant
 * @param {number} dealer
 * @param {number} winner
 * @returns {number}
 */
export function next_dealer(variant, dealer, winner) {
  if ((winner === (-1))) {
    return ((variant.dealer_after_void === 1) ? int(1 - dealer) : dealer);
  }
  if ((variant.next_dealer === 2)) {
    return int(1 - dealer);
  }
  return ((variant.next_dealer === 0) ? winner : int(1 - winner));
}

/**
 * @param {Variant} variant
 * @param {Column} column
 * @param {number} seat
 * @returns {Parts}
 */
export function parts(variant, column, seat) {
  /** @type {number} */
  let total;
  /** @type {Variant} */
  let no_shutout;
  total = settled(variant, column, seat);
  no_shutout = { ...variant, shutout: 0, shutout_value: (-1) };
  return Parts(item(column.points, seat), int(total - settled(no_shutout, column, seat)), int(total - settled({ ...variant, column_blitz_bonus: 0 }, column, seat)), int(total - settled({ ...variant, game_bonus: 0 }, column, seat)), int(total - settled({ ...variant, box_bonus: 0 }, column, seat)), int(total - settled({ ...variant, extra_value: (-1) }, column, seat)));
}

/**
 * @param {Variant} variant
 * @returns {boolean}
 */
export function plays_manches(variant) {
  return (variant.session_target !== (-1));
}

/**
 * @param {[number, number]} pair
 * @param {number} seat
 * @param {number} amount
 * @returns {[number, number]}
 */
export function raised(pair, seat, amount) {
  return ((seat === 0) ? [int(item(pair, 0) + amount), item(pair, 1)] : [item(pair, 0), int(item(pair, 1) + amount)]);
}

/**
 * @param {Sheet} sheet
 * @returns {number}
 */
export function rubber(sheet) {
  /** @type {number} */
  let seat;
  for (seat of range(0, 2)) {
    if ((games_won(sheet, seat) >= 2)) {
      return seat;
    }
  }
  return (-1);
}

/**
 * @param {Variant} variant
 * @param {number} kind
 * @param {number} knocker
 * @param {number} knocker_deadwood
 * @param {number} defender_deadwood
 * @param {number} defender_unmatched
 * @param {number} upcard_face
 * @returns {HandScore}
 */
export function score_closing(variant, kind, knocker, knocker_deadwood, defender_deadwood, defender_unmatched, upcard_face) {
  /** @type {number} */
  let ending;
  /** @type {number} */
  let multiplier;
  /** @type {number} */
  let winner;
  /** @type {number} */
  let difference;
  /** @type {number} */
  let bonus;
  /** @type {number} */
  let extra;
  ending = closing_kind(variant, kind, knocker_deadwood, defender_deadwood);
  multiplier = spade_multiplier(variant, upcard_face);
  if (((ending === 6) || (ending === 5))) {
    return HandScore(ending, (-1), 0, 0, multiplier, 0, 0);
  }
  winner = ((ending === 2) ? int(1 - knocker) : knocker);
  difference = Math.abs(int(defender_deadwood - knocker_deadwood));
  bonus = hand_bonus(variant, ending, defender_deadwood, defender_unmatched);
  extra = hand_extra_coups(variant, ending);
  if ((variant.spade_doubles_boxes !== 0)) {
    extra = int(extra * multiplier);
  }
  return HandScore(ending, winner, difference, bonus, multiplier, int(int(difference + bonus) * multiplier), extra);
}

/**
 * @param {Variant} variant
 * @param {number} how
 * @param {number} seat
 * @param {number} own
 * @param {number} other
 * @param {number} upcard
 * @returns {HandScore}
 */
export function score_of(variant, how, seat, own, other, upcard) {
  /** @type {number} */
  let multiplier;
  /** @type {HandScore} */
  let bare;
  /** @type {number} */
  let extra;
  /** @type {number} */
  let left;
  if ((how === 7)) {
    return score_void();
  }
  if ((how === 8)) {
    return score_wall(variant, own, other, upcard);
  }
  if ((how === 0)) {
    multiplier = spade_multiplier(variant, upcard);
    bare = HandScore(0, seat, own, 0, multiplier, int(own * multiplier), 0);
    extra = int(other * boxes_won(variant, bare));
    return HandScore(0, seat, own, 0, multiplier, int(own * multiplier), extra);
  }
  left = ((how === 1) ? own : 0);
  return score_closing(variant, how, seat, left, other, (-1), upcard);
}

/**
 * @returns {HandScore}
 */
export function score_void() {
  return HandScore(7, (-1), 0, 0, 1, 0, 0);
}

/**
 * @param {Variant} variant
 * @param {number} deadwood0
 * @param {number} deadwood1
 * @param {number} upcard_face
 * @returns {HandScore}
 */
export function score_wall(variant, deadwood0, deadwood1, upcard_face) {
  /** @type {number} */
  let multiplier;
  /** @type {number} */
  let difference;
  /** @type {number} */
  let winner;
  if ((variant.wall_action !== 1)) {
    return score_void();
  }
  multiplier = spade_multiplier(variant, upcard_face);
  difference = Math.abs(int(deadwood0 - deadwood1));
  winner = ((difference === 0) ? (-1) : Number((deadwood1 < deadwood0)));
  return HandScore(8, winner, difference, 0, multiplier, int(difference * multiplier), 0);
}

/**
 * @param {Variant} variant
 * @param {Column} column
 * @param {number} seat
 * @returns {number}
 */
export function settled(variant, column, seat) {
  /** @type {number} */
  let total;
  total = item(column.points, seat);
  if ((column.closed_by === (-1))) {
    return total;
  }
  if ((variant.extra_value !== (-1))) {
    total = int(total + int(variant.extra_value * item(column.extra_coups, seat)));
  }
  if (((variant.boxes_to === 0) || (seat === column.closed_by))) {
    total = int(total + int(variant.box_bonus * item(column.boxes, seat)));
  }
  if ((seat === column.closed_by)) {
    total = int(total + winner_bonus(variant, column));
  }
  return total;
}

/**
 * @param {Variant} variant
 * @param {Sheet} before
 * @param {HandScore} score
 * @returns {SheetRow}
 */
export function sheet_row(variant, before, score) {
  /** @type {number} */
  let mask;
  /** @type {Sheet} */
  let sheet;
  /** @type {[number, number, number, number, number, number]} */
  let marks;
  mask = columns_entered(variant, before, score.winner);
  sheet = entered(variant, before, score);
  marks = [mark(sheet, mask, score.winner, 0), mark(sheet, mask, score.winner, 1), mark(sheet, mask, score.winner, 2), mark(sheet, mask, score.winner, 3), mark(sheet, mask, score.winner, 4), mark(sheet, mask, score.winner, 5)];
  return SheetRow(score, boxes_won(variant, score), marks, sheet);
}

/**
 * @param {Variant} variant
 * @param {number} upcard_face
 * @returns {number}
 */
export function spade_multiplier(variant, upcard_face) {
  if (((variant.spade_double !== 0) && (upcard_face !== (-1)) && (quotient(upcard_face, 13) === 0))) {
    return 2;
  }
  return 1;
}

/**
 * @param {Variant} variant
 * @param {Sheet} sheet
 * @returns {[number, number]}
 */
export function totals(variant, sheet) {
  if (plays_manches(variant)) {
    return sheet.partie;
  }
  return [grand_total(variant, sheet, 0), grand_total(variant, sheet, 1)];
}

/**
 * @param {Variant} variant
 * @param {number} defender_deadwood
 * @param {number} defender_unmatched
 * @returns {number}
 */
export function undercut_bonus(variant, defender_deadwood, defender_unmatched) {
  /** @type {boolean} */
  let complete;
  complete = (defender_unmatched === 0);
  if ((defender_unmatched === (-1))) {
    complete = (defender_deadwood === 0);
  }
  if ((complete && (variant.undercut_complete_bonus !== (-1)))) {
    return variant.undercut_complete_bonus;
  }
  return variant.undercut_bonus;
}

/**
 * @param {Variant} variant
 * @param {Column} column
 * @returns {number}
 */
export function winner_bonus(variant, column) {
  /** @type {number} */
  let bonus;
  bonus = variant.game_bonus;
  if (is_shutout(column)) {
    bonus = int(bonus + variant.column_blitz_bonus);
    if ((variant.shutout === 1)) {
      bonus = int(bonus + variant.shutout_value);
    } else {
      if ((variant.shutout === 2)) {
        bonus = int(bonus + item(column.points, column.closed_by));
      }
    }
  }
  return bonus;
}

/**
 * @param {Variant} variant
 * @param {Column} column
 * @param {number} winner
 * @param {number} points
 * @param {number} extra_coups
 * @param {number} boxes
 * @returns {Column}
 */
export function write_hand(variant, column, winner, points, extra_coups, boxes) {
  /** @type {[number, number]} */
  let score;
  /** @type {[number, number]} */
  let entries;
  /** @type {[number, number]} */
  let all_boxes;
  /** @type {[number, number]} */
  let all_coups;
  /** @type {number} */
  let closed_by;
  score = raised(column.points, winner, points);
  entries = raised(column.entries, winner, 1);
  all_boxes = raised(column.boxes, winner, boxes);
  all_coups = raised(column.extra_coups, winner, extra_coups);
  closed_by = ((item(score, winner) >= variant.game_target) ? winner : (-1));
  return Column(score, entries, all_boxes, all_coups, closed_by);
}

/**
 * @param {Sheet} sheet
 * @param {number} number
 * @returns {Column}
 */
export function written(sheet, number) {
  return ((sheet.manche_ended !== 0) ? sheet.last_manche : item(sheet.columns, number));
}

export const NOBODY = -1;
export const UNKNOWN = -1;
export const KNOCK = 1;
export const UNDERCUT = 2;
export const GIN = 3;
export const BIG_GIN = 4;
export const GIN_VOID = 5;
export const TIE = 6;
export const VOID = 7;
export const WALL_COMPARE = 8;
export const POINTS = 0;
export const SPADE = 0;
export const FINE = 0;
export const BLANK = -1;

/** @type {Record<string, { titles: Record<string, string>, row: Variant }>} */
export const PRESETS = {
  "classic": {"titles": {"en": "Classic Gin Rummy (20/10/20)", "fr": "Gin Rami classique", "ru": "Классический джин рамми"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 0, "next_dealer": 0, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 10, "undercut_complete_bonus": -1, "gin_bonus": 20, "big_gin_bonus": -1, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 100, "box_bonus": 20, "shutout": 1, "shutout_value": 100, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "eaai": {"titles": {"en": "Gin Rummy, EAAI research rules", "fr": "Gin Rami, règles EAAI", "ru": "Джин рамми, правила EAAI"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 25, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": -1, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "eleven_card": {"titles": {"en": "Gin Rummy, eleven-card start", "fr": "Gin Rami (distribution 11/10)", "ru": "Джин рамми, раздача 11/10"}, "row": {"decks": 1, "hand_nondealer": 11, "hand_dealer": 10, "upcard": 0, "first_dealer": 0, "next_dealer": 0, "dealer_after_void": 0, "first_turn": 2, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 10, "undercut_complete_bonus": -1, "gin_bonus": 20, "big_gin_bonus": -1, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "high_low_ace": {"titles": {"en": "One-Pack Gin, ace 15", "fr": "Gin à 52 cartes (as à 15)", "ru": "Джин на 52 карты (туз 15)"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 1, "ace_points": 15, "set_same_suit_duplicates": 0, "run_max": 11, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 10, "undercut_complete_bonus": -1, "gin_bonus": 20, "big_gin_bonus": 40, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 1, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "hollywood": {"titles": {"en": "Hollywood Gin (three columns)", "fr": "Gin Hollywood", "ru": "Голливудский джин"}, "row": {"decks": 1, "hand_nondealer": 11, "hand_dealer": 10, "upcard": 0, "first_dealer": 0, "next_dealer": 0, "dealer_after_void": 0, "first_turn": 2, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 10, "undercut_complete_bonus": -1, "gin_bonus": 20, "big_gin_bonus": -1, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 3, "column_blitz_bonus": 100, "rubber_bonus": 100, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "hollywood_full": {"titles": {"en": "Hollywood Gin (full: game and box bonuses)", "fr": "Gin Hollywood complet", "ru": "Голливудский джин (полный)"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 25, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": 31, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 3, "column_blitz_bonus": 100, "rubber_bonus": 0, "game_target": 150, "game_bonus": 100, "box_bonus": 25, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "hollywood_oklahoma": {"titles": {"en": "Hollywood Oklahoma Gin", "fr": "Gin Hollywood Oklahoma", "ru": "Голливуд-Оклахома"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 0, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 1, "knock_value": -1, "knock_ace": 1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 25, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": 31, "spade_double": 1, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 3, "column_blitz_bonus": 100, "rubber_bonus": 0, "game_target": 150, "game_bonus": 100, "box_bonus": 25, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "modern": {"titles": {"en": "Modern Gin Rummy (25/25/31, boxes)", "fr": "Gin Rami moderne", "ru": "Современный джин рамми"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 25, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": 31, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 100, "box_bonus": 25, "shutout": 2, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "oklahoma": {"titles": {"en": "Oklahoma Gin", "fr": "Oklahoma Gin", "ru": "Оклахома-джин"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 0, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 1, "knock_value": -1, "knock_ace": 0, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 10, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": -1, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "oklahoma_extra": {"titles": {"en": "Oklahoma Gin with extra boxes", "fr": "Oklahoma Gin (extra-coups)", "ru": "Оклахома-джин (премиальные отметки)"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 0, "next_dealer": 0, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 1, "knock_value": -1, "knock_ace": 1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 10, "undercut_complete_bonus": -1, "gin_bonus": 20, "big_gin_bonus": -1, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 200, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": 1, "extra_gin": 2, "extra_big_gin": 2, "extra_value": 25, "session_target": 2000, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "oklahoma_full": {"titles": {"en": "Oklahoma Gin (full: ace asks for gin, spades double)", "fr": "Oklahoma Gin complet", "ru": "Оклахома-джин (полный)"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 0, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 1, "knock_value": -1, "knock_ace": 1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 25, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": 31, "spade_double": 1, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 150, "game_bonus": 100, "box_bonus": 25, "shutout": 0, "shutout_value": -1, "extra_undercut": 1, "extra_gin": 2, "extra_big_gin": 2, "extra_value": 25, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "round_the_corner": {"titles": {"en": "Round-the-Corner Gin", "fr": "Gin à l’as tournant", "ru": "Джин с круговым тузом"}, "row": {"decks": 1, "hand_nondealer": 11, "hand_dealer": 10, "upcard": 0, "first_dealer": 0, "next_dealer": 0, "dealer_after_void": 0, "first_turn": 2, "allow_discard_taken_card": 0, "discard_inspect": 1, "ace_run": 2, "ace_points": 15, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 10, "undercut_complete_bonus": -1, "gin_bonus": 20, "big_gin_bonus": -1, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 125, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "round_the_corner_hoyle": {"titles": {"en": "Round-the-Corner Gin (Hoyle)", "fr": "Gin à l’as tournant (Hoyle)", "ru": "Круговой джин (Хойл)"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 1, "ace_run": 2, "ace_points": 15, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 1, "gin_void_if_defender_zero": 1, "undercut_on_tie": 1, "undercut_bonus": 20, "undercut_complete_bonus": -1, "gin_bonus": 20, "big_gin_bonus": -1, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 125, "game_bonus": 100, "box_bonus": 20, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "russian": {"titles": {"en": "Gin Rummy (Russian rules)", "fr": "Gin Rami (règle russe)", "ru": "Джин рамми"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 25, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": 31, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "russian_tournament": {"titles": {"en": "Gin Rummy, tournament totals", "fr": "Gin Rami, décompte de tournoi", "ru": "Джин рамми, турнирный подсчёт"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 25, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": 31, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 100, "box_bonus": 25, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "spades_double": {"titles": {"en": "Gin Rummy with upcard limit and spades double", "fr": "Gin Rami à la retourne (pique double)", "ru": "Джин рамми с открытой картой (пики удваивают)"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 0, "next_dealer": 0, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 1, "knock_value": -1, "knock_ace": 0, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 10, "undercut_complete_bonus": -1, "gin_bonus": 20, "big_gin_bonus": -1, "spade_double": 1, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "standard": {"titles": {"en": "Gin Rummy (standard)", "fr": "Gin Rami", "ru": "Джин рамми (стандарт)"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 1, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 0, "knock_value": 10, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 25, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": -1, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "straight": {"titles": {"en": "Straight Gin (gin only)", "fr": "Gin droit", "ru": "Прямой джин (только джин)"}, "row": {"decks": 1, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 0, "ace_points": 1, "set_same_suit_duplicates": 0, "run_max": -1, "knock_limit": 3, "knock_value": -1, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 25, "undercut_complete_bonus": -1, "gin_bonus": 25, "big_gin_bonus": 31, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 0, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "two_pack": {"titles": {"en": "Two-Pack Gin with the “descent”", "fr": "Gin à 104 cartes (avec descente)", "ru": "Джин на 104 карты (стук по верхней карте сброса)"}, "row": {"decks": 2, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 1, "ace_points": 15, "set_same_suit_duplicates": 1, "run_max": 11, "knock_limit": 2, "knock_value": -1, "knock_ace": 2, "knock_max_unmatched": 2, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 20, "undercut_complete_bonus": 20, "gin_bonus": 25, "big_gin_bonus": 50, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 1, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
  "two_pack_gin_only": {"titles": {"en": "Two-Pack Gin, gin only", "fr": "Gin à 104 cartes (sans descente)", "ru": "Джин на 104 карты (без стука)"}, "row": {"decks": 2, "hand_nondealer": 10, "hand_dealer": 10, "upcard": 1, "first_dealer": 1, "next_dealer": 2, "dealer_after_void": 0, "first_turn": 0, "allow_discard_taken_card": 0, "discard_inspect": 0, "ace_run": 1, "ace_points": 15, "set_same_suit_duplicates": 1, "run_max": 11, "knock_limit": 3, "knock_value": -1, "knock_ace": -1, "knock_max_unmatched": -1, "first_turn_knock": 1, "closing_discard_face_down": 1, "layoff_on_knock": 1, "layoff_on_gin": 0, "gin_void_if_defender_zero": 0, "undercut_on_tie": 1, "undercut_bonus": 20, "undercut_complete_bonus": 20, "gin_bonus": 25, "big_gin_bonus": 50, "spade_double": 0, "spade_doubles_boxes": 0, "wall_stock": 2, "wall_action": 1, "endless_turns": 40, "columns": 1, "column_blitz_bonus": 0, "rubber_bonus": 0, "game_target": 100, "game_bonus": 0, "box_bonus": 0, "shutout": 0, "shutout_value": -1, "extra_undercut": -1, "extra_gin": -1, "extra_big_gin": -1, "extra_value": -1, "session_target": -1, "limit_source": 0, "session_mode": 0, "boxes_to": 0}},
};
