import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { groupSubjectOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { isSameGroupKey, type GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { customFieldKey } from '@milepost/core/filters/custom-fields';
import { customFieldKinds } from '../../../modules/custom-fields/filter.ts';
import { MenuChoice, MenuLine, MenuTitle } from '../../../ui/overlay/Menu.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import type { ChangeSettings } from '../settings/use-settings.ts';
import { groupMessages as messages } from './group-messages.ts';
import { directionMessage, partsOfSort, sortDirections, sortFields, sortMessages } from './sorts.ts';
import { useLabelScopes } from './use-label-scopes.ts';
import { loadingLabel } from '../../../ui/text/messages.ts';

export interface GroupByMenuProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
}

const plain = ['MILESTONE', 'ITERATION', 'ASSIGNEE', 'AUTHOR', 'HEALTH', 'STATUS', 'PARENT'] as const;

export interface GroupChoice {
  key: GroupKey;
  name: string;
}

/** The entries of the menu: what the lanes of both levels are grouped by, and the order of the rows. */
export function GroupByItems({ fullPath, settings, change }: GroupByMenuProps) {
  const { formatMessage } = useIntl();
  const { groupBy, thenBy, isShowingEmptyLanes } = settings;
  const sort = partsOfSort(settings.sortedBy);
  const choices = useGroupChoices({ fullPath, settings });
  if (!choices) return <Loading label={formatMessage(loadingLabel)} />;
  const second = choices.filter(({ key }) => !isSameGroupKey(key, groupBy));
  return (
    <>
      <MenuTitle>{formatMessage(messages.groupBy)}</MenuTitle>
      <MenuChoice
        checked={groupBy === null}
        onSelect={() => change((now) => ({ ...now, groupBy: null, thenBy: null }))}
      >
        {formatMessage(messages.NONE)}
      </MenuChoice>
      {choices.map(({ key, name }) => (
        <MenuChoice
          key={key}
          checked={isSameGroupKey(groupBy, key)}
          onSelect={() =>
            change((now) => ({ ...now, groupBy: key, thenBy: isSameGroupKey(now.thenBy, key) ? null : now.thenBy }))
          }
        >
          {name}
        </MenuChoice>
      ))}
      {groupBy !== null && (
        <>
          <MenuLine />
          <MenuTitle>{formatMessage(messages.thenBy)}</MenuTitle>
          <MenuChoice checked={thenBy === null} onSelect={() => change((now) => ({ ...now, thenBy: null }))}>
            {formatMessage(messages.NONE)}
          </MenuChoice>
          {second.map(({ key, name }) => (
            <MenuChoice
              key={key}
              checked={isSameGroupKey(thenBy, key)}
              onSelect={() => change((now) => ({ ...now, thenBy: key }))}
            >
              {name}
            </MenuChoice>
          ))}
          <MenuLine />
          <MenuChoice
            checked={isShowingEmptyLanes}
            onSelect={() => change((now) => ({ ...now, isShowingEmptyLanes: !now.isShowingEmptyLanes }))}
          >
            {formatMessage(messages.showEmptyLanes)}
          </MenuChoice>
        </>
      )}
      <MenuLine />
      <MenuTitle>{formatMessage(sortMessages.sortBy)}</MenuTitle>
      {sortFields.map((field) => (
        <MenuChoice
          key={field}
          checked={field === sort.field}
          onSelect={() => change((now) => ({ ...now, sortedBy: `${field}_${sort.direction}` }))}
        >
          {formatMessage(sortMessages[field])}
        </MenuChoice>
      ))}
      <MenuLine />
      {sortDirections.map((direction) => (
        <MenuChoice
          key={direction}
          checked={direction === sort.direction}
          onSelect={() => change((now) => ({ ...now, sortedBy: `${sort.field}_${direction}` }))}
        >
          {formatMessage(directionMessage(direction))}
        </MenuChoice>
      ))}
    </>
  );
}

/** Undefined while the scopes and fields load. */
export function useGroupChoices({
  fullPath,
  settings,
}: Pick<GroupByMenuProps, 'fullPath' | 'settings'>): GroupChoice[] | undefined {
  const { formatMessage } = useIntl();
  const scopes = useLabelScopes(fullPath, settings);
  const fields = useQuery({
    queryKey: ['customFieldKinds', fullPath, 'epic'],
    queryFn: ({ signal }) => customFieldKinds(fullPath, 'epic', signal),
  });
  if (!scopes || fields.isPending) return undefined;
  const named = plain.map((key) => ({ key, name: formatMessage(messages[key]) }));
  const listed: GroupChoice[] = [
    { key: 'SUBGROUP', name: formatMessage(messages.SUBGROUP) },
    ...scopes.map((scope) => ({ key: `LABEL:${scope}` as const, name: `${scope}::*` })),
    ...named,
    ...(fields.data ?? []).flatMap(({ type, title }) => {
      const id = /\d+/.exec(type)?.[0];
      return id !== undefined && type === customFieldKey(id) ? [{ key: `FIELD:${id}` as const, name: title }] : [];
    }),
  ];
  const isListed = (key: GroupKey | null) => key === null || listed.some((each) => isSameGroupKey(each.key, key));
  // A scope of the address that no epic carries can still be taken back.
  const chosen = [settings.groupBy, settings.thenBy].filter((key) => !isListed(key)) as GroupKey[];
  return [...listed, ...chosen.map((key) => ({ key, name: groupSubjectOf(key) ? `${groupSubjectOf(key)}::*` : key }))];
}
