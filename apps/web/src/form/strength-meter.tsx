import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Strength, strengthOf } from './password-strength.ts';

const levels: Record<Strength, number> = { common: 1, weak: 1, fair: 2, good: 3, strong: 4 };
const bars = [1, 2, 3, 4];

/** Shows the strength of a new password. The list of common passwords is loaded when the user starts typing. */
export function StrengthMeter({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation('account');
  const common = useCommonPasswords(password !== '');
  if (password === '' || !common) return null;
  const strength = strengthOf(password, common);
  const fill = levels[strength] === 1 ? 'bg-danger' : 'bg-accent';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden data-testid="strength" className="grid w-full grid-cols-4 gap-1">
        {bars.map((bar) => (
          <i key={bar} className={`h-0.75 rounded-[3px] ${bar <= levels[strength] ? fill : 'bg-thread'}`} />
        ))}
      </span>
      <span id={id} className="caption" aria-live="polite">
        {t(`strength.${strength}`)}
      </span>
    </div>
  );
}

function useCommonPasswords(isNeeded: boolean): ReadonlySet<string> | undefined {
  const [common, setCommon] = useState<ReadonlySet<string>>();
  useEffect(() => {
    if (!isNeeded) return;
    // If the list of common passwords cannot be loaded, the meter is not shown.
    import('./most-used-passwords.ts').then(
      (file) => setCommon(file.mostUsedPasswords),
      () => {},
    );
  }, [isNeeded]);
  return common;
}
