import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { useAttempt } from '../../platform/forms/use-attempt.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FileButton } from '../../ui/button/FileButton.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import styles from './AvatarField.module.css';
import { type Square, squareOf } from './square.ts';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  avatar: { id: 'preferences.avatar', defaultMessage: 'Avatar' },
  avatarFile: { id: 'preferences.avatarFile', defaultMessage: 'Avatar image' },
  avatarNote: {
    id: 'preferences.avatarNote',
    defaultMessage: 'PNG, JPEG, GIF or WebP. The center is cropped to a square.',
  },
  chooseImage: { id: 'preferences.chooseImage', defaultMessage: 'Choose image' },
  saveAvatar: { id: 'preferences.saveAvatar', defaultMessage: 'Save avatar' },
  removeAvatar: { id: 'preferences.removeAvatar', defaultMessage: 'Remove avatar' },
  notAnImage: {
    id: 'preferences.notAnImage',
    defaultMessage: 'Could not read this file as an image. Choose a PNG, JPEG, GIF or WebP.',
  },
});

interface AvatarFieldProps {
  name: string;
  imageUrl: string | null;
  /** People are round, groups and projects square. */
  shape?: 'round' | 'square';
  save(image: Blob): Promise<unknown>;
  remove(): Promise<unknown>;
  onSaved(): void;
}

/** The avatar of the viewer, or of a group or project: a file is cropped to its square center, shown, and saved. */
export function AvatarField({ name, imageUrl, shape = 'round', save, remove, onSaved }: AvatarFieldProps) {
  const { formatMessage } = useIntl();
  const [cropped, setCropped] = useState<Square | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const { attempt, failure, isBusy, forget } = useAttempt();
  const choose = async (file: File): Promise<void> => {
    forget();
    const image = await squareOf(file);
    setUnreadable(image === null);
    setCropped(image);
  };
  const change = async (perform: () => Promise<unknown>): Promise<void> => {
    if (!(await attempt(perform))) return;
    setCropped(null);
    onSaved();
  };
  return (
    <div className={styles.avatar} role="group" aria-label={formatMessage(messages.avatar)}>
      <Avatar name={name} imageUrl={cropped?.url ?? imageUrl} size={40} shape={shape} />
      <FileButton
        size="small"
        label={formatMessage(messages.avatarFile)}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChoose={(file) => void choose(file)}
      >
        <FormattedMessage {...messages.chooseImage} />
      </FileButton>
      {cropped && (
        <Button size="small" kind="primary" busy={isBusy} onClick={() => void change(() => save(cropped.image))}>
          <FormattedMessage {...messages.saveAvatar} />
        </Button>
      )}
      {!cropped && imageUrl !== null && (
        <Button size="small" kind="quiet" busy={isBusy} onClick={() => void change(remove)}>
          <FormattedMessage {...messages.removeAvatar} />
        </Button>
      )}
      <p
        className={styles.avatarNote}
        role={isUnreadable ? 'alert' : undefined}
        data-problem={isUnreadable || undefined}
      >
        <FormattedMessage {...(isUnreadable ? messages.notAnImage : messages.avatarNote)} />
      </p>
      <FormFailure failure={failure} />
    </div>
  );
}
