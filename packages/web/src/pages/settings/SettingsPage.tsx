import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import {
  removeNamespaceAvatar,
  saveNamespaceAvatar,
  type Settings,
  settingsQuery,
} from '../../modules/settings/api.ts';
import { AvatarField } from '../../modules/users/AvatarField.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { AssistantSection } from './AssistantSection.tsx';
import { DangerZone } from './DangerZone.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { FeatureSwitches } from './FeatureSwitches.tsx';
import { IncidentSettings } from './IncidentSettings.tsx';
import { GeneralForm } from './GeneralForm.tsx';
import { settingsMessages as messages, dangerMessages } from './messages.ts';
import { RoadmapSettings } from './RoadmapSettings.tsx';
import { SettingsSections } from './SettingsSections.tsx';
import { TwoFactorRequirement } from './TwoFactorRequirement.tsx';
import styles from './Settings.module.css';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';

/** The settings of a group or project: the list of sections, the general form, and what ends or moves it. */
export function SettingsPage({ address }: PageProps<'groupSettings' | 'projectSettings'>) {
  const { formatMessage } = useIntl();
  const namespace: NamespaceRef = {
    kind: address.page === 'groupSettings' ? 'group' : 'project',
    fullPath: address.fullPath,
  };
  useTitle(formatMessage(messages.settings), address.fullPath);
  const query = useQuery({ ...settingsQuery(namespace), enabled: session().viewer !== null });
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  return <QueryView query={query}>{(settings) => <General settings={settings} namespace={namespace} />}</QueryView>;
}

function General({ settings, namespace }: { settings: Settings; namespace: NamespaceRef }) {
  const client = useQueryClient();
  const { permissions, kind } = settings;
  return (
    <div className={styles.settings}>
      <SettingsSections settings={settings} namespace={namespace} />
      <div className={styles.main}>
        <h1>
          <FormattedMessage {...messages.general} />
        </h1>
        {settings.removal_progress !== null ? (
          <RemovalNotice settings={settings} />
        ) : settings.removed_on !== null ? (
          <DeletedNotice settings={settings} removedOn={settings.removed_on} />
        ) : (
          <>
            <TransferNotice settings={settings} />
            <VisibilityNotice settings={settings} />
            {settings.archived && (
              <div className={styles.notice}>
                <Alert tone="info">
                  <FormattedMessage {...messages.archivedNote} values={{ kind }} />
                </Alert>
              </div>
            )}
            {permissions.update && (
              <AvatarField
                name={settings.name}
                imageUrl={settings.avatar_url}
                shape="square"
                save={(image) => saveNamespaceAvatar(settings, image)}
                remove={() => removeNamespaceAvatar(settings)}
                onSaved={() => void client.invalidateQueries()}
              />
            )}
            {permissions.update && <GeneralForm settings={settings} namespace={namespace} />}
            {permissions.update && <FeatureSwitches settings={settings} />}
            {permissions.update && kind === 'project' && <IncidentSettings settings={settings} />}
            {permissions.update && kind === 'group' && <TwoFactorRequirement settings={settings} />}
            {permissions.update && settings.assistant && settings.assistant.model !== null && (
              <AssistantSection settings={{ ...settings, assistant: settings.assistant }} />
            )}
            {kind === 'group' && !settings.archived && <RoadmapSettings settings={settings} />}
            {!permissions.update && !settings.archived && !settings.transferring && (
              <p className={styles.lead}>
                <FormattedMessage {...messages.ownersOnly} />
              </p>
            )}
            <DangerZone settings={settings} namespace={namespace} />
          </>
        )}
      </div>
    </div>
  );
}

/** A change that a job completes: what applies already, and how far the job is. */
function JobNotice({ share, label, children }: { share: number | null; label: string; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Alert tone="info">
        {children}
        <ProgressBar share={share} label={label} className={styles.progress ?? ''} />
      </Alert>
    </div>
  );
}

function VisibilityNotice({ settings: { visibility_progress: progress } }: { settings: Settings }) {
  const { formatMessage } = useIntl();
  if (progress === null) return null;
  return (
    <JobNotice share={progress} label={formatMessage(messages.visibilityProgress)}>
      <FormattedMessage {...messages.visibilityMoving} />
    </JobNotice>
  );
}

/** A job removes a deleted one for good. */
function RemovalNotice({ settings: { kind, removal_progress: progress } }: { settings: Settings }) {
  const { formatMessage } = useIntl();
  if (progress === null) return null;
  return (
    <JobNotice share={progress} label={formatMessage(messages.removalProgress)}>
      <FormattedMessage {...messages.removing} values={{ kind }} />
    </JobNotice>
  );
}

/** A transfer by a job: how far it is, or why it failed. */
function TransferNotice({ settings: { kind, transferring, transfer } }: { settings: Settings }) {
  const { formatMessage } = useIntl();
  if (transferring) {
    return (
      <JobNotice share={transfer?.progress ?? null} label={formatMessage(dangerMessages.transferProgress)}>
        <FormattedMessage {...dangerMessages.transferring} values={{ kind }} />
      </JobNotice>
    );
  }
  if (transfer?.status !== 'failed') return null;
  return (
    <div className={styles.notice}>
      <Alert tone="danger">
        <FormattedMessage {...dangerMessages.transferFailed} values={{ reason: transfer.failure }} />
      </Alert>
    </div>
  );
}
