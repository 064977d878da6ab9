import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import { type Settings, transferLocations, transferNamespace, transferStatuses } from '../../modules/settings/api.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { SearchField } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { dangerMessages as messages } from './messages.ts';
import { addressOfSettings } from './page-address.ts';
import { TransferStatuses } from './TransferStatuses.tsx';
import { TypedPathDialog } from './TypedPathDialog.tsx';
import styles from './Settings.module.css';
import controls from './controls.module.css';

interface TransferDialogProps {
  settings: Settings;
  namespace: NamespaceRef;
  onClose(): void;
}

/** Chooses the new parent among the groups where the viewer may create one, and asks for the full path. */
export function TransferDialog({ settings, namespace, onClose }: TransferDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const { kind } = settings;
  const [search, setSearch] = useState('');
  // The path is stored, because another search may not list the group.
  const [choice, setChoice] = useState<{ id: number; path: string } | 'topLevel'>();
  // Undefined until something is chosen; null is the top level.
  const target = choice === 'topLevel' ? null : choice?.id;
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map());
  const statuses = useQuery(transferStatuses(settings, target));
  const moves = statuses.data ?? [];
  const mappings = moves.map(({ status, target_id: same }, at) => [status.id, chosen.get(at) ?? same] as const);
  const complete = mappings.filter((each): each is readonly [number, number] => each[1] !== null);
  const choose = (next: typeof choice): void => {
    setChoice(next);
    setChosen(new Map());
  };
  const root = rootOf(settings.full_path);
  const newRoot = choice === 'topLevel' ? settings.full_path : choice && rootOf(choice.path);
  // A top-level group takes everything with it.
  const hasLosses = root !== settings.full_path && newRoot !== undefined && newRoot !== root;
  const query = useInfiniteQuery({
    ...transferLocations(settings, useDebounced(search)),
    placeholderData: (before) => before,
  });
  const locations = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const perform = async (): Promise<void> => {
    const fullPath = await transferNamespace(settings, target ?? null, complete);
    const isMoved = fullPath !== settings.full_path;
    toast({ text: formatMessage(isMoved ? messages.transferred : messages.transferStarted, { path: fullPath }) });
    goTo(addressOfSettings({ kind: namespace.kind, fullPath }), { replace: true });
    await client.invalidateQueries();
  };
  return (
    <TypedPathDialog
      title={<FormattedMessage {...messages.transfer} values={{ kind }} />}
      path={settings.full_path}
      isReady={statuses.isSuccess && complete.length === mappings.length}
      perform={perform}
      onClose={onClose}
    >
      <SearchField data-autofocus label={formatMessage(messages.searchGroups)} value={search} onChange={setSearch} />
      <div className={controls.targets} role="radiogroup" aria-label={formatMessage(messages.transferTo)}>
        {kind === 'group' && settings.parent !== null && (
          <label>
            <input type="radio" name="target" checked={target === null} onChange={() => choose('topLevel')} />
            <FormattedMessage {...messages.topLevel} />
          </label>
        )}
        {locations.map(({ id, full_path }) => (
          <label key={id}>
            <input
              type="radio"
              name="target"
              checked={target === id}
              onChange={() => choose({ id, path: full_path })}
            />
            {full_path}
          </label>
        ))}
        {query.data && locations.length === 0 && (
          <p className={styles.note}>
            <FormattedMessage {...messages.noGroups} />
          </p>
        )}
        <MorePages query={query} />
      </div>
      {hasLosses && (
        <Alert tone="warning">
          <FormattedMessage {...messages.transferLoses} values={{ group: root }} />
        </Alert>
      )}
      {target !== undefined && (
        <QueryView query={statuses}>
          {(shown) =>
            shown.length > 0 && (
              <TransferStatuses
                moves={shown}
                chosen={chosen}
                onChoose={(at, statusId) => setChosen((before) => new Map(before).set(at, statusId))}
              />
            )
          }
        </QueryView>
      )}
    </TypedPathDialog>
  );
}

const rootOf = (fullPath: string): string => fullPath.split('/', 1)[0] ?? '';
