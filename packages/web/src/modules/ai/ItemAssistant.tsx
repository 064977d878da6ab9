import { numberOfId } from '@milepost/core/global-ids';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { insertIntoComment } from '../notes/insert-text.ts';
import { StatusUpdateForm } from '../status-updates/StatusUpdateForm.tsx';
import type { HealthStatus } from '../work-items/health.ts';
import { draftStatusUpdate, offeredQuery, summarize, type ItemFeature } from './api.ts';
import { assistantMessages as messages, featureMessages } from './messages.ts';
import { SuggestionsDialog } from './SuggestionsDialog.tsx';
import { TextDialog } from './TextDialog.tsx';
import styles from './assistant.module.css';

const healthNames: Readonly<Record<string, HealthStatus>> = {
  on_track: 'onTrack',
  needs_attention: 'needsAttention',
  at_risk: 'atRisk',
};

interface ItemAssistantProps {
  /** The global id of the item. */
  id: string;
  fullPath: string;
  iid: string;
  mayComment: boolean;
}

/** The menu of the assistant for an item; nothing where it offers nothing. */
export function ItemAssistant({ id, fullPath, iid, mayComment }: ItemAssistantProps) {
  const { formatMessage } = useIntl();
  const itemId = numberOfId(id);
  const isOn = session().hasAssistant && session().viewer !== null;
  const { data } = useQuery({ ...offeredQuery(itemId), enabled: isOn });
  const [open, setOpen] = useState<ItemFeature | null>(null);
  const [draft, setDraft] = useState<{ text: string; health: HealthStatus | null } | null>(null);
  const features = data?.features ?? [];
  if (!isOn || features.length === 0) return null;
  const close = (): void => setOpen(null);
  return (
    <div className={styles.start}>
      <Menu
        label={formatMessage(messages.assistant)}
        placement={{ align: 'start' }}
        trigger={(props) => (
          <Button {...props} icon={Sparkles}>
            <FormattedMessage {...messages.assistant} />
          </Button>
        )}
      >
        {features.map((feature) => (
          <MenuItem key={feature} onSelect={() => setOpen(feature)}>
            <FormattedMessage {...featureMessages[feature]} />
          </MenuItem>
        ))}
      </Menu>
      {open === 'summary' && (
        <TextDialog
          feature="summary"
          ask={(signal) => summarize(itemId, signal)}
          onClose={close}
          onInsert={
            mayComment
              ? ({ content }) => {
                  insertIntoComment(id, content);
                  toast({ text: formatMessage(messages.inserted) });
                }
              : null
          }
        />
      )}
      {open === 'status_update' && (
        <TextDialog
          feature="status_update"
          ask={(signal) => draftStatusUpdate(itemId, signal)}
          onClose={close}
          onInsert={({ content, health }) => setDraft({ text: content, health: healthNames[health] ?? null })}
        />
      )}
      {(open === 'children' || open === 'labels' || open === 'duplicates') && (
        <SuggestionsDialog itemId={itemId} kind={open} onClose={close} />
      )}
      {draft && (
        <StatusUpdateForm
          epicId={id}
          fullPath={fullPath}
          iid={iid}
          update={null}
          health={draft.health}
          initialText={draft.text}
          onClose={() => setDraft(null)}
        />
      )}
    </div>
  );
}
