import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { localDayOf } from '@milepost/core/days';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { viewLimits } from '@milepost/core/views/views';
import type { RoadmapLinkKind, RoadmapLinkPartsFragment } from '../../../gen/graphql.ts';
import { ConfirmDialog } from '../../../platform/forms/ConfirmDialog.tsx';
import { ErrorState } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { printDay, readDay } from '../../../ui/field/days.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { DateField } from '../../../ui/field/DateField.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { nameInText } from '../../../ui/text/names.ts';
import { queryOf, useCurrentView } from '../settings/use-current-view.ts';
import { createLink, linksOf, revokeLink, type MadeLink } from './api.ts';
import { copyLink } from '../../../modules/views/copy.ts';
import styles from './dialogs.module.css';
import { linkMessages as messages } from './messages.ts';

export interface LinksDialogProps {
  fullPath: string;
  settings: RoadmapSettings;
  kind: RoadmapLinkKind;
  canMake: boolean;
  onClose: () => void;
}

/** Public links, or the viewer's calendar addresses: creates one for the current view, lists and revokes them. */
export function LinksDialog({ fullPath, settings, kind, canMake, onClose }: LinksDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const { data, isPending, error, refetch } = useQuery(linksOf(fullPath, kind));
  const [made, setMade] = useState<MadeLink | null>(null);
  const [leaving, setLeaving] = useState<RoadmapLinkPartsFragment | null>(null);
  const isPage = kind === 'PAGE';
  const refresh = () => client.invalidateQueries({ queryKey: linksOf(fullPath, kind).queryKey });
  const revoke = async (link: RoadmapLinkPartsFragment): Promise<void> => {
    await revokeLink(link.id);
    toast({ text: formatMessage(messages.revoked, { name: link.name }) });
    await refresh();
  };
  return (
    <Dialog
      title={formatMessage(isPage ? messages.linksTitle : messages.feedsTitle)}
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {formatMessage(messages.close)}
        </Button>
      }
    >
      <p className={styles.note}>{formatMessage(isPage ? messages.linksNote : messages.feedsNote)}</p>
      {canMake && (
        <NewLink
          fullPath={fullPath}
          settings={settings}
          kind={kind}
          onMade={(link) => {
            setMade(link);
            void refresh();
          }}
        />
      )}
      {made && <Made link={made} />}
      {isPending && <Loading label={formatMessage(messages.linksTitle)} />}
      {error && <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>}
      {data?.length === 0 && <p className={styles.none}>{formatMessage(messages.noLinks)}</p>}
      <ul className={styles.links}>
        {data?.map((link) => (
          <LinkRow key={link.id} link={link} onRevoke={() => setLeaving(link)} />
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={formatMessage(isPage ? messages.revokeLink : messages.revokeFeed)}
          confirm={formatMessage(messages.revoke)}
          failed={formatMessage(messages.revokeFailed)}
          perform={() => revoke(leaving)}
          onClose={() => setLeaving(null)}
        >
          {formatMessage(isPage ? messages.revokeLinkMeans : messages.revokeFeedMeans, { name: leaving.name })}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function NewLink({
  fullPath,
  settings,
  kind,
  onMade,
}: Pick<LinksDialogProps, 'fullPath' | 'settings' | 'kind'> & { onMade: (link: MadeLink) => void }) {
  const { formatMessage } = useIntl();
  const { view } = useCurrentView(settings);
  const [name, setName] = useState(view?.name ?? '');
  const [expiresAt, setExpiresAt] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      onMade(await createLink({ fullPath, kind, name, query: queryOf(settings), expiresAt: expiresAt || null }));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={formatMessage(messages.name)}
        value={name}
        maxLength={viewLimits.nameLength}
        onChange={(event) => setName(event.target.value)}
        error={problem}
      />
      {kind === 'PAGE' && (
        <DateField
          label={formatMessage(messages.expires)}
          clearable
          note={formatMessage(messages.expiresNote)}
          value={expiresAt}
          onChange={setExpiresAt}
        />
      )}
      <Button kind="primary" type="submit" busy={isBusy}>
        {formatMessage(kind === 'PAGE' ? messages.makeLink : messages.makeFeed)}
      </Button>
    </form>
  );
}

function Made({ link }: { link: MadeLink }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const addresses = [
    { label: formatMessage(messages.page), url: link.pageUrl },
    { label: formatMessage(messages.calendar), url: link.calendarUrl },
  ];
  return (
    <div className={styles.made} role="status">
      <p>{formatMessage(messages.made)}</p>
      {addresses.map(
        ({ label, url }) =>
          url !== null && (
            <div key={label} className={styles.address}>
              <TextField label={label} value={url} readOnly onFocus={(event) => event.target.select()} />
              <Button onClick={() => void copyLink(url, intl)} aria-label={`${formatMessage(messages.copy)}: ${label}`}>
                {formatMessage(messages.copy)}
              </Button>
            </div>
          ),
      )}
    </div>
  );
}

function LinkRow({ link, onRevoke }: { link: RoadmapLinkPartsFragment; onRevoke: () => void }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  // Timestamps are shown in the viewer's time zone; the end of a link is a plain date.
  const dayOfMoment = (time: string) => printDay(intl, localDayOf(new Date(time)));
  const date = dayOfMoment(link.createdAt);
  const expires = readDay(link.expiresAt);
  const facts = [
    link.author
      ? formatMessage(messages.by, { name: nameInText(intl, link.author), date })
      : formatMessage(messages.byNobody, { date }),
    ...(expires === null ? [] : [formatMessage(messages.until, { date: printDay(intl, expires) })]),
    link.lastUsedAt
      ? formatMessage(messages.used, { date: dayOfMoment(link.lastUsedAt) })
      : formatMessage(messages.unused),
  ];
  return (
    <li className={styles.link}>
      <div>
        <strong>{link.name}</strong>
        <p className={styles.note}>{facts.join(' · ')}</p>
      </div>
      <Button
        kind="danger"
        size="small"
        onClick={onRevoke}
        aria-label={formatMessage(messages.revokeNamed, { name: link.name })}
      >
        {formatMessage(messages.revoke)}
      </Button>
    </li>
  );
}
