import type { SessionUser } from '@gossamer/contracts/session-user';
import { useState } from 'react';
import { initialsOf } from '../lib/initials-of.ts';

type Props = {
  user: Pick<SessionUser, 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>;
  className?: string;
};

/** Shows the member's profile image, or the initials if the image is missing or cannot be loaded. */
export function Avatar({ user, className = '' }: Props) {
  const { profileImageUrl } = user;
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const hasImage = profileImageUrl !== null && profileImageUrl !== brokenUrl;
  return (
    <span className={`avatar ${className}`}>
      {hasImage ? (
        <img
          src={profileImageUrl}
          alt=""
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBrokenUrl(profileImageUrl)}
        />
      ) : (
        initialsOf(user)
      )}
    </span>
  );
}
