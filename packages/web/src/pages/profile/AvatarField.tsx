import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { type Square, squareOf } from '../../modules/users/square.ts';
import { removeAvatar, saveAvatar } from '../../modules/users/profile-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { preferenceMessages as messages } from './preference-messages.ts';
import styles from './Profile.module.css';

interface AvatarFieldProps {
  name: string;
  imageUrl: string | null;
  onSaved(): void;
}

/** The viewer's avatar: a file is cropped to its square center, shown, and saved. */
export function AvatarField({ name, imageUrl, onSaved }: AvatarFieldProps) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const [cropped, setCropped] = useState<Square | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [isSending, setSending] = useState(false);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setFailure(null);
    const image = await squareOf(file);
    setUnreadable(image === null);
    setCropped(image);
  };
  const change = async (perform: () => Promise<unknown>): Promise<void> => {
    setSending(true);
    setFailure(null);
    try {
      await perform();
      onSaved();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={styles.avatar} role="group" aria-label={formatMessage(messages.avatar)}>
      <Avatar name={name} imageUrl={cropped?.url ?? imageUrl} size={40} />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={formatMessage(messages.avatarFile)}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        <FormattedMessage {...messages.chooseImage} />
      </Button>
      {cropped && (
        <Button
          size="small"
          kind="primary"
          busy={isSending}
          onClick={() => void change(() => saveAvatar(cropped.image))}
        >
          <FormattedMessage {...messages.saveAvatar} />
        </Button>
      )}
      {!cropped && imageUrl !== null && (
        <Button size="small" kind="quiet" busy={isSending} onClick={() => void change(removeAvatar)}>
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
