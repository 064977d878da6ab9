import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { usageCsvAddress } from '../../modules/ai/api.ts';
import { type AssistantSettings, type Settings, settingsQuery } from '../../modules/settings/api.ts';
import { download } from '../../platform/api/download.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ForbiddenError, NotFoundError, UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { printAddress } from '../../platform/navigation/addresses.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { marks } from './marked.ts';
import { MarkedAreas } from './MarkedAreas.tsx';
import { assistantSettingsMessages as messages } from './messages.ts';
import { UsageLog } from './UsageLog.tsx';
import styles from './assistant.module.css';

/** The settings of the assistant of a group, and what it was used for. */
export function AssistantSettingsPage({ address: { fullPath } }: PageProps<'groupAssistant'>) {
  const group: NamespaceRef = { kind: 'group', fullPath };
  useTitle(useIntl().formatMessage(messages.title), fullPath);
  const query = useQuery({ ...settingsQuery(group), enabled: session().viewer !== null });
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  if (query.error instanceof ForbiddenError || query.error instanceof NotFoundError)
    return <Failure error={query.error} />;
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} />
      <QueryView query={query} failed={<FormattedMessage {...messages.readFailed} />}>
        {(settings) =>
          settings.permissions.update && settings.assistant ? (
            <Areas settings={{ ...settings, assistant: settings.assistant }} group={group} />
          ) : (
            <Failure error={new ForbiddenError('')} />
          )
        }
      </QueryView>
    </PageBody>
  );
}

interface AreasProps {
  settings: Settings & { assistant: AssistantSettings };
  group: NamespaceRef;
}

/** The marked elements of the page; only those that are configured exist. */
function Areas({ settings, group }: AreasProps) {
  const { early_access_url: earlyAccess, contact_url: contact, model } = settings.assistant;
  const asks = contact !== null && model === null;
  return (
    <div className={styles.page}>
      <p className={styles.lead}>
        <FormattedMessage {...messages.lead} />
      </p>
      {earlyAccess !== null && (
        <Alert tone="info">
          <FormattedMessage
            {...messages.earlyAccess}
            values={{
              link: (chunks) => (
                <a className={text.link} href={earlyAccess} target="_blank" rel="noreferrer">
                  {chunks}
                </a>
              ),
            }}
          />
        </Alert>
      )}
      <div id={marks.settings} data-redirect-path={printAddress({ page: 'groupSettings', fullPath: group.fullPath })} />
      <div id={marks.cloud} />
      {asks && <div id={marks.handRaiseTrigger} />}
      {asks && <div id={marks.handRaiseModal} />}
      <MarkedAreas settings={settings} onGeneralSettingsPage={false} />
      <Section
        title={<FormattedMessage {...messages.usage} />}
        end={
          <Button size="small" icon={Download} onClick={() => download(usageCsvAddress(group), '')}>
            <FormattedMessage {...messages.export} />
          </Button>
        }
      >
        <UsageLog group={group} />
      </Section>
    </div>
  );
}
