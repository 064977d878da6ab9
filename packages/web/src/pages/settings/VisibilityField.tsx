import { isAtMostAsVisible } from '@milepost/core/namespaces';
import { visibilities, type Visibility } from '@milepost/core/roles';
import { Building2, Globe, Lock, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { visibilityMessages } from '../../modules/namespaces/VisibilityBadge.tsx';
import type { Settings } from '../../modules/settings/api.ts';
import { visibilityEffect } from '../../modules/settings/effect.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { settingsMessages as messages } from './messages.ts';
import styles from './Settings.module.css';
import controls from './controls.module.css';

const icons: Readonly<Record<Visibility, LucideIcon>> = { private: Lock, internal: Building2, public: Globe };
const notes: Readonly<Record<Visibility, MessageDescriptor>> = {
  private: messages.privateNote,
  internal: messages.internalNote,
  public: messages.publicNote,
};

interface VisibilityFieldProps {
  settings: Settings;
  value: Visibility;
  error: string | undefined;
  onChange(visibility: Visibility): void;
}

/** One of three, with what the choice means for the groups and projects below. */
export function VisibilityField({ settings, value, error, onChange }: VisibilityFieldProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  const { parent } = settings;
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} aria-describedby={`${id}-note`}>
      <span className={controls.label} id={`${id}-label`}>
        <FormattedMessage {...messages.visibility} />
      </span>
      <div className={controls.choices}>
        {visibilities.map((visibility) => (
          <label key={visibility} className={controls.choice}>
            <input
              type="radio"
              name="visibility"
              value={visibility}
              checked={visibility === value}
              disabled={parent !== null && !isAtMostAsVisible(visibility, parent.visibility)}
              onChange={() => onChange(visibility)}
            />
            <Icon of={icons[visibility]} />
            <b>{formatMessage(visibilityMessages[visibility])}</b>
            <small>{formatMessage(notes[visibility])}</small>
          </label>
        ))}
      </div>
      <p id={`${id}-note`} className={error ? styles.error : styles.note}>
        {error ?? <Effect settings={settings} value={value} />}
      </p>
    </div>
  );
}

function Effect({ settings, value }: { settings: Settings; value: Visibility }) {
  const { formatMessage } = useIntl();
  const { lowered, kept } = visibilityEffect(value, settings.visibilities_below);
  const nameOf = (visibility: Visibility) => formatMessage(visibilityMessages[visibility]).toLowerCase();
  const sentences = [
    ...(lowered.count > 0
      ? [formatMessage(messages.lowered, { count: lowered.count, visibility: nameOf(value) })]
      : []),
    ...kept.flatMap(({ visibility, groups, projects }) => [
      ...(groups > 0 ? [formatMessage(messages.keptGroups, { count: groups, visibility: nameOf(visibility) })] : []),
      ...(projects > 0
        ? [formatMessage(messages.keptProjects, { count: projects, visibility: nameOf(visibility) })]
        : []),
    ]),
    ...(settings.parent && settings.parent.visibility !== 'public'
      ? [formatMessage(messages.parentLimits, { visibility: nameOf(settings.parent.visibility), kind: settings.kind })]
      : []),
  ];
  return sentences.join(' ');
}
