import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import styles from './AvatarField.module.css';
import { avatarMessages as messages } from './avatar-messages.ts';
import { type Square, squareOf } from './square.ts';

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
      setCropped(null);
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
      <Avatar name={name} imageUrl={cropped?.url ?? imageUrl} size={40} shape={shape} />
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
        <Button size="small" kind="primary" busy={isSending} onClick={() => void change(() => save(cropped.image))}>
          <FormattedMessage {...messages.saveAvatar} />
        </Button>
      )}
      {!cropped && imageUrl !== null && (
        <Button size="small" kind="quiet" busy={isSending} onClick={() => void change(remove)}>
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
