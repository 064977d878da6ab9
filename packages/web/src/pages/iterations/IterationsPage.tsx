import { digitsOf } from '@milepost/core/global-ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Pencil, Plus, Repeat, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import type { Target } from '../../platform/navigation/navigation.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import {
  type Cadence,
  cadenceContentsQuery,
  groupPathOf,
  type IterationList,
  iterationsQuery,
  type ListedIteration,
} from '../../modules/iterations/api.ts';
import { deleteCadence } from '../../modules/iterations/changes.ts';
import { CadenceForm } from '../../modules/iterations/CadenceForm.tsx';
import { IterationForm } from '../../modules/iterations/IterationForm.tsx';
import { iterationMessages as messages } from '../../modules/iterations/messages.ts';
import { MilestoneDates } from '../../modules/milestones/MilestoneDates.tsx';
import { useNamespaceAccess } from '../../modules/namespaces/permissions.ts';
import { iterationTitle } from '../../ui/field/iteration-title.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';

/** The page of an iteration, for the figures of a group or project. */
export function iterationAddress({ kind, fullPath }: NamespaceRef, iteration: ListedIteration): Target {
  if (kind === 'group' && groupPathOf(iteration) === fullPath) {
    return { page: 'groupIteration', fullPath, iid: iteration.iid };
  }
  const iid = digitsOf(iteration.id);
  return { page: kind === 'group' ? 'groupInheritedIteration' : 'projectInheritedIteration', fullPath, iid };
}

/** The cadences that a group or project can use, each with its iterations. */
export function IterationsPage({ address }: PageProps<'groupIterations' | 'projectIterations'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  const namespace: NamespaceRef = { kind: address.page === 'groupIterations' ? 'group' : 'project', fullPath };
  useTitle(formatMessage(messages.title), fullPath);
  const may = useNamespaceAccess(namespace);
  const [{ state }, change] = usePageSearch(address.page);
  const [isCreating, setCreating] = useState(false);
  const query = useQuery({ ...iterationsQuery(namespace, state), placeholderData: (before) => before });
  const create = may.adminIterationCadence && (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      <FormattedMessage {...messages.newCadence} />
    </Button>
  );
  const isEmpty = query.data?.cadences.length === 0;
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />} // Not before it is known where the button stands: it would move, and lose the focus.
        actions={!query.isPending && !isEmpty && create}
      />
      <div style={{ height: 12 }} />
      <Tabs
        label={formatMessage(messages.states)}
        tabs={[
          { value: 'opened', label: formatMessage(messages.open) },
          { value: 'closed', label: formatMessage(messages.closed) },
          { value: 'all', label: formatMessage(messages.all) },
        ]}
        value={state}
        onChange={(next) => change({ state: next })}
      >
        <QueryView query={query}>
          {(list) =>
            isEmpty ? (
              <EmptyState icon={Repeat} title={<FormattedMessage {...messages.none} />} actions={create}>
                <FormattedMessage {...messages.noneWhy} />
              </EmptyState>
            ) : (
              list.cadences.map((cadence) => (
                <CadencePart
                  key={cadence.id}
                  cadence={cadence}
                  list={list}
                  namespace={namespace}
                  isManager={(may.adminIterationCadence ?? false) && list.ownIds.has(cadence.id)}
                />
              ))
            )
          }
        </QueryView>
      </Tabs>
      {isCreating && <CadenceForm groupPath={fullPath} cadence={null} onClose={() => setCreating(false)} />}
    </PageBody>
  );
}

interface CadencePartProps {
  cadence: Cadence;
  list: IterationList;
  namespace: NamespaceRef;
  isManager: boolean;
}

function CadencePart({ cadence, list, namespace, isManager }: CadencePartProps) {
  const iterations = list.iterations.filter(({ iterationCadence }) => iterationCadence.id === cadence.id);
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title={cadence.title}
      end={
        isManager && (
          <>
            {!cadence.automatic && (
              <Button size="small" icon={Plus} onClick={() => setAdding(true)}>
                <FormattedMessage {...messages.newIteration} />
              </Button>
            )}
            <CadenceActions cadence={cadence} groupPath={namespace.fullPath} />
          </>
        )
      }
    >
      {cadence.description && <p className={text.quiet}>{cadence.description}</p>}
      {iterations.length === 0 ? (
        <p className={text.quiet}>
          <FormattedMessage {...messages.noIterations} />
        </p>
      ) : (
        <Rows label={cadence.title}>
          {iterations.map((iteration) => (
            <Row
              key={iteration.id}
              before={<Icon of={Repeat} />}
              title={
                <Link className={`${text.titleLink} ${text.strong}`} to={iterationAddress(namespace, iteration)}>
                  {iterationTitle(iteration)}
                </Link>
              }
              // Without a title the dates are the name.
              note={iteration.title && <MilestoneDates startDate={iteration.startDate} dueDate={iteration.dueDate} />}
              end={<IterationBadge state={iteration.state} />}
            />
          ))}
        </Rows>
      )}
      {isAdding && (
        <IterationForm
          groupPath={namespace.fullPath}
          cadence={cadence}
          iteration={null}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

/** Upcoming, current or closed: by the dates. */
export function IterationBadge({ state }: { state: ListedIteration['state'] }) {
  if (state === 'current') return <Badge tone="success">{<FormattedMessage {...messages.current} />}</Badge>;
  if (state === 'closed') return <Badge tone="info">{<FormattedMessage {...messages.closed} />}</Badge>;
  return (
    <Badge>
      <FormattedMessage {...messages.upcoming} />
    </Badge>
  );
}

function CadenceActions({ cadence, groupPath }: { cadence: Cadence; groupPath: string }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const contents = useQuery({ ...cadenceContentsQuery(groupPath, cadence.id), enabled: dialog === 'delete' });
  const { title } = cadence;
  const label = formatMessage(messages.actions, { title });
  return (
    <>
      <Menu
        label={label}
        placement={{ align: 'end' }}
        trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={label} />}
      >
        <MenuItem icon={Pencil} onSelect={() => setDialog('edit')}>
          {formatMessage(messages.edit)}
        </MenuItem>
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setDialog('delete')}>
          {formatMessage(messages.delete)}
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <CadenceForm groupPath={groupPath} cadence={cadence} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={formatMessage(messages.deleteCadenceAsk, { title })}
          confirm={formatMessage(messages.deleteCadence)}
          failed={formatMessage(messages.failed)}
          onClose={() => setDialog(null)}
          perform={async () => {
            await deleteCadence(cadence.id);
            await client.invalidateQueries({ queryKey: ['iterations'] });
          }}
        >
          {formatMessage(contents.data ? messages.deleteCadenceMeans : messages.counting, contents.data)}
        </ConfirmDialog>
      )}
    </>
  );
}
