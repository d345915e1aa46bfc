"""Table as a line-by-line dialogue, for a screen reader or any terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ginrummy.game.cards import Spelling, card_sign, parse_faces
from ginrummy.game.game import Phase
from ginrummy.game.layouts import Arrangement, arrange_hand, reasonable_layouts
from ginrummy.game.moves import Move, MoveKind
from ginrummy.game.shuffle import random_cut
from ginrummy.locale import _, language
from ginrummy.locale.errors import GinRummyError, prefix_place
from ginrummy.locale.numbers import parse_number
from ginrummy.players import player_title
from ginrummy.terminal.command_parser import (
    CommandWord,
    command_help_line,
    fold_case,
    localized_word,
    parse_command,
    parse_move,
)
from ginrummy.terminal.conversation import (
    Conversation,
    MenuAnswer,
    PersonLeft,
    Read,
    Write,
    choose_item,
    read_line,
)
from ginrummy.terminal.hint_command import hint_text
from ginrummy.terminal.local_table import PERSON, LocalTable, table_sheet_lines
from ginrummy.terminal.output import screen_width, wrap_text, write_text
from ginrummy.terminal.saved_matches import SavedMatch
from ginrummy.terminal.session_setup import Session
from ginrummy.terminal.table_text import (
    commitment_lines,
    first_dealer_lines,
    match_title,
    table_lines,
    unfinished_match_lines,
)
from ginrummy.text.rulebook.advice import playing_tips
from ginrummy.text.rulebook.chapters import game_summary, rule_chapters
from ginrummy.text.sentences import (
    ARRANGEMENTS,
    card_name,
    cards_text,
    closing_title,
    event_text,
    hand_lines,
    hands_lines,
    layout_text,
    match_end_lines,
    prompt_text,
    refusal_sentence,
    score_lines,
    spread_lines,
)


class PlainTable(Conversation):
    """Table that prints through `write` and reads through `read`."""

    def __init__(self, session: Session, *, read: Read = read_line, write: Write = write_text) -> None:
        super().__init__(read, write)
        self.session = session
        self.settings = session.settings()
        self.complaints: tuple[str, ...] = ()
        self.is_kept = False

    @property
    def spelling(self) -> Spelling:
        """The notation of cards."""
        return card_name if self.settings.spelled else card_sign

    def play_session(self, unfinished: Sequence[SavedMatch], *, ask: bool) -> None:
        """Play match after match until the person leaves, starting with an unfinished one."""
        try:
            table = self.choose_match(unfinished, ask=ask) if unfinished else None
            while True:
                over = self.play_match(self.start_match() if table is None else table)
                while text := self.ask(
                    _("Enter for a rematch, “{quit}” to leave: ").format(
                        quit=localized_word(CommandWord.QUIT)
                    )
                ):
                    over = self.run_command(over, text)
                self.session, table = self.session.rematch(over), None
        except PersonLeft:
            goes_on = self.is_kept and not self.complaints
            farewell = _("Goodbye. An unfinished match resumes next time.") if goes_on else _("Goodbye.")
            self.say(*self.complaints, farewell)

    def choose_match(self, unfinished: Sequence[SavedMatch], *, ask: bool) -> LocalTable | None:
        """Return the unfinished match that the person resumes, or `None` for a new one."""
        chosen: int | MenuAnswer = 0
        if ask:
            self.say(_("Unfinished matches:"))
            titles = [match_title(saved.table) for saved in unfinished]
            chosen = choose_item(
                titles,
                read=self.ask,
                write=self.write,
                delete=lambda place: self.session.store.delete(unfinished[place].table),
            )
        if isinstance(chosen, MenuAnswer):
            return None
        self.say(*unfinished_match_lines(unfinished[chosen].table))
        self.session = self.session.resume(unfinished[chosen])
        return unfinished[chosen].table

    def start_match(self) -> LocalTable:
        """Return a new table after the person's cut."""
        deal = self.session.deal()
        self.say(
            *filter(
                None, commitment_lines(self.session.variant, deal, name=player_title(self.session.against))
            )
        )
        while True:
            usual = random_cut()
            text = (
                ""
                if deal.fixed
                else self.ask(_("Your cut, any text (Enter for {usual}): ").format(usual=usual))
            )
            try:
                table = self.session.start_match(deal, text or usual)
            except GinRummyError as error:
                self.say(refusal_sentence(error))
                continue
            self.say(*first_dealer_lines(table.match, name=table.opponent_name, spelling=self.spelling))
            self.say(_("Type “{help}” for the words.").format(help=localized_word(CommandWord.HELP)))
            return table

    def play_match(self, table: LocalTable) -> LocalTable:
        """Play a match to its end and return its final table."""
        self.save(table)
        if table.game.is_over:
            self.end_hand(table)
        else:
            self.begin_hand(table)
        while not table.match.is_over:
            table = self.advance(table)
        self.say(*match_end_lines(table.match, seat=PERSON, name=table.opponent_name))
        if record := self.session.store.record_path(table.match):
            self.say(_("Record: {file}").format(file=record))
        return table

    def advance(self, table: LocalTable) -> LocalTable:
        """Return the table after one move, or with the next hand dealt."""
        view = table.view
        if view.phase is Phase.OVER:
            return self.start_next_hand(table)
        if table.is_opponent_turn:
            return self.play_move(table, table.opponent_move())
        if view.phase in (Phase.SPREAD, Phase.LAY_OFF):
            return self.ask_for_layout(table)
        return self.decide(table)

    def play_move(self, table: LocalTable, move: Move) -> LocalTable:
        """Print and save `move` and return the table after it."""
        after = table.play(move)
        self.save(after)
        event = after.view.events[-1]
        if move.kind not in (MoveKind.SPREAD, MoveKind.LAY_OFF):
            self.say(event_text(event, seat=PERSON, name=table.opponent_name, spelling=self.spelling))
        if after.game.is_over:
            self.end_hand(after)
        return after

    def save(self, table: LocalTable) -> None:
        """Save the table and print any error."""
        self.complaints = self.session.store.save(table)
        self.is_kept = table.match.seeds is not None and not table.match.is_over
        self.say(*self.complaints)

    def begin_hand(self, table: LocalTable) -> None:
        """Print the score of the match and one's own hand."""
        self.say("", *table_lines(table, self.spelling))
        self.print_hand(table)

    def start_next_hand(self, table: LocalTable) -> LocalTable:
        """Return the table with the next hand dealt, or after a command typed before that."""
        text = self.ask(_("Enter for the next hand: "))
        if text:
            return self.run_command(table, text)
        following = table.next_hand()
        self.save(following)
        self.begin_hand(following)
        return following

    def end_hand(self, table: LocalTable) -> None:
        """Print the result of the hand and the score sheet."""
        view = table.view
        for title, *lines in hands_lines(view, name=table.opponent_name, spelling=self.spelling):
            self.say(_("{name}:").format(name=title), *lines)
        self.say(*score_lines(view, name=table.opponent_name), "", *table_sheet_lines(table, screen_width()))

    def print_hand(self, table: LocalTable) -> None:
        """Print one's own cards in their current order, and their deadwood."""
        view = table.view
        held = arrange_hand(
            view.variant,
            view.hand,
            self.settings.arrangement,
            out_of_play=view.state.pile.cards,
            order=table.order,
        )
        self.say(_("Your hand:"), *hand_lines(held, spelling=self.spelling))
        self.say(_("Deadwood {points}.").format(points=view.deadwood()))

    def decide(self, table: LocalTable) -> LocalTable:
        """Return the table after the move or command that the person types."""
        view = table.view
        if view.phase is Phase.DISCARD:
            self.print_hand(table)
        self.say(prompt_text(view, self.spelling))
        while True:
            text = self.ask()
            after = self.run_command(table, text)
            if after is not table:
                return after
            if not text:
                self.say(prompt_text(view, self.spelling))

    def run_command(self, table: LocalTable, text: str) -> LocalTable:
        """Return the table after a typed command or move, the same one where nothing changes."""
        command = parse_command(text)
        if not text:
            return table
        if command is not None and command.word in _SERVICES:
            return _SERVICES[command.word](self, table, command.rest)
        try:
            move = parse_move(table.view, text)
        except GinRummyError as error:
            self.say(refusal_sentence(error))
            return table
        refusal = table.view.refusal(move)
        if refusal is None:
            return self.play_move(table, move)
        self.say(refusal_sentence(refusal))
        return table

    def ask_for_layout(self, table: LocalTable) -> LocalTable:
        """Return the table with the hand laid out as the person chooses."""
        view = table.view
        layouts = reasonable_layouts(view)
        self.say(closing_title(view, name=table.opponent_name) + ".")
        if view.phase is Phase.LAY_OFF:
            self.say(*spread_lines(view, self.spelling))
        for number, layout in enumerate(layouts, start=1):
            self.say(prefix_place(str(number), layout_text(layout, self.spelling)))
        while True:
            text = self.ask(_("Your layout: a number, Enter for the first, or melds by hand: "))
            if chosen := parse_number(text or "1", most=len(layouts)):
                return self.play_move(table, layouts[chosen - 1].move)
            after = self.run_command(table, text)
            if after is not table:
                return after

    def undo_move(self, table: LocalTable, _rest: str) -> LocalTable:
        """Return the table with the last move undone, where that is allowed."""
        if not table.may_undo:
            self.say(table.undo_refusal())
            return table
        before = table.undo()
        self.save(before)
        self.say(_("Taken back."))
        return before

    def print_hint(self, table: LocalTable, rest: str) -> LocalTable:
        """Print the move of a strong player, or an opinion on the move in `rest`."""
        try:
            self.say(hint_text(table.view, rest, self.spelling))
        except GinRummyError as error:
            self.say(refusal_sentence(error))
        return table

    def print_cards(self, table: LocalTable, _rest: str) -> LocalTable:
        """Print one's own cards."""
        self.print_hand(table)
        return table

    def print_table(self, table: LocalTable, _rest: str) -> LocalTable:
        """Print the visible cards of the table."""
        self.say(*table_lines(table, self.spelling))
        return table

    def print_pile(self, table: LocalTable, _rest: str) -> LocalTable:
        """Print the part of the pile that may be looked at, top card first."""
        faces = tuple(reversed(table.view.pile))
        self.say(cards_text(faces, self.spelling) if faces else _("The pile is empty."))
        return table

    def print_sheet(self, table: LocalTable, _rest: str) -> LocalTable:
        """Print the score sheet."""
        self.say(*table_sheet_lines(table, screen_width()))
        return table

    def print_rules(self, table: LocalTable, _rest: str) -> LocalTable:
        """Print the rules of the variant."""
        self.say(table.variant.title(language()), *wrap_text(game_summary(table.variant.row)))
        for chapter in rule_chapters(table.variant.row):
            self.say("", f"{chapter.number} {chapter.title}")
            for clause, text in chapter.paragraphs:
                self.say(*wrap_text(f"{clause} {text}"))
        self.say("", _("Tips"))
        for tip in playing_tips(table.variant.row):
            self.say(*wrap_text(tip))
        return table

    def print_help(self, table: LocalTable, _rest: str) -> LocalTable:
        """Print the commands and their effects."""
        self.say(*map(command_help_line, CommandWord))
        return table

    def sort_hand(self, table: LocalTable, rest: str) -> LocalTable:
        """Sort the hand in the next way, in the named way, or in the order of the given cards."""
        named = {fold_case(_(text)): way for way, text in ARRANGEMENTS.items()}
        named |= {way.value: way for way in Arrangement}
        way = named.get(fold_case(rest), self.settings.arrangement.next_order)
        if rest and fold_case(rest) not in named:
            try:
                order = parse_faces(rest, packs=table.match.variant.decks, language=language())
            except GinRummyError as error:
                self.say(refusal_sentence(error))
                return table
            way, table = Arrangement.OWN, replace(table, order=order)
        self.settings = replace(self.settings, arrangement=way)
        self.session.save_settings(self.settings)
        self.save(table)
        self.say(_(ARRANGEMENTS[way]))
        self.print_hand(table)
        return table

    def change_spelling(self, table: LocalTable, _rest: str) -> LocalTable:
        """Switch between cards as words and cards as symbols."""
        self.settings = replace(self.settings, spelled=not self.settings.spelled)
        self.session.save_settings(self.settings)
        self.print_hand(table)
        return table


_SERVICES: dict[CommandWord, Callable[[PlainTable, LocalTable, str], LocalTable]] = {
    CommandWord.UNDO: PlainTable.undo_move,
    CommandWord.HINT: PlainTable.print_hint,
    CommandWord.HAND: PlainTable.print_cards,
    CommandWord.TABLE: PlainTable.print_table,
    CommandWord.PILE: PlainTable.print_pile,
    CommandWord.SCORE: PlainTable.print_sheet,
    CommandWord.ARRANGE: PlainTable.sort_hand,
    CommandWord.SPELL: PlainTable.change_spelling,
    CommandWord.RULES: PlainTable.print_rules,
    CommandWord.HELP: PlainTable.print_help,
}
