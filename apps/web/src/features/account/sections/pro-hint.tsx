import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';

/** Notice for members without Pro that explains a Pro feature and links to the checkout. */
export function ProHint({ text, linkText }: { text: string; linkText: string }) {
  return (
    <div className="grid max-w-120 justify-items-start gap-1.5">
      <p>{text}</p>
      <Link to={paths.pricing} className="link inline-flex min-h-6 items-center">
        {linkText}
      </Link>
    </div>
  );
}
