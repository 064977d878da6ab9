import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import type { AssistantSettings, Settings } from '../../modules/settings/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { marks, useMarked } from './marked.ts';
import { assistantSettingsMessages as messages } from './messages.ts';

const AssistantForm = lazy(async () => ({ default: (await import('./AssistantForm.tsx')).AssistantForm }));
const CloudArea = lazy(async () => ({ default: (await import('./CloudArea.tsx')).CloudArea }));
const HandRaiseModal = lazy(async () => ({ default: (await import('./HandRaiseModal.tsx')).HandRaiseModal }));

interface MarkedAreasProps {
  settings: Settings & { assistant: AssistantSettings };
  onGeneralSettingsPage: boolean;
}

/** Mounts each area into its marked element. */
export function MarkedAreas({ settings, onGeneralSettingsPage }: MarkedAreasProps) {
  const form = useMarked(marks.settings);
  const cloud = useMarked(marks.cloud);
  const trigger = useMarked(marks.handRaiseTrigger);
  const modal = useMarked(marks.handRaiseModal);
  const [isAsking, setAsking] = useState(false);
  const { contact_url: contactUrl } = settings.assistant;
  return (
    <Suspense fallback={null}>
      {form &&
        createPortal(
          <AssistantForm
            settings={settings}
            redirectPath={form.dataset['redirectPath'] ?? ''}
            onGeneralSettingsPage={onGeneralSettingsPage}
          />,
          form,
        )}
      {cloud && createPortal(<CloudArea model={settings.assistant.model} />, cloud)}
      {trigger &&
        createPortal(
          <Button onClick={() => setAsking(true)}>
            <FormattedMessage {...messages.ask} />
          </Button>,
          trigger,
        )}
      {modal &&
        isAsking &&
        contactUrl !== null &&
        createPortal(<HandRaiseModal contactUrl={contactUrl} onClose={() => setAsking(false)} />, modal)}
    </Suspense>
  );
}
