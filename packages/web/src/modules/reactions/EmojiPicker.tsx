import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearched } from '../../platform/api/use-searched.ts';
import { Picker } from '../../ui/overlay/Picker.tsx';
import { type Emoji, searchEmoji } from './emoji.ts';
import { reactionMessages as messages } from './messages.ts';

const emojiFor = (text: string) =>
  queryOptions({ queryKey: ['emojiToPick', text], queryFn: () => searchEmoji(text), staleTime: Infinity });

/** A searchable list of emoji. `chosen`: the marked names. */
export function EmojiPicker({
  anchor,
  chosen,
  onPick,
  onClose,
}: {
  anchor: Element | null;
  chosen: readonly string[];
  onPick(emoji: Emoji): void;
  onClose(): void;
}) {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  const query = useSearched(emojiFor, search, 0);
  const emoji = query.data ?? [];
  return (
    <Picker
      label={formatMessage(messages.add)}
      anchor={anchor}
      options={emoji.map(({ name, sign }) => ({
        value: name,
        title: `:${name}:`,
        icon: <span aria-hidden>{sign}</span>,
      }))}
      chosen={chosen}
      search={search}
      onSearch={setSearch}
      isLoading={query.isPending}
      searchState={query.searchState}
      failure={query.isError ? formatMessage(messages.emojiFailed) : null}
      onPick={({ value }) => onPick(emoji.find(({ name }) => name === value) ?? { name: value, sign: null })}
      onClose={onClose}
    />
  );
}
