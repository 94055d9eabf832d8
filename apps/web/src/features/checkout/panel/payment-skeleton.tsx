import { Skeleton } from '../../../components/ui/skeleton.tsx';

/** Skeleton with the height of the payment fields. */
export function PaymentSkeleton({ label }: { label: string }) {
  return (
    <div className="grid gap-3" role="status">
      <span className="sr-only">{label}</span>
      <div className="grid grid-cols-2 gap-2">
        <Skeleton className="h-[3.75rem]" />
        <Skeleton className="h-[3.75rem]" />
      </div>
      <Skeleton className="h-[4.125rem]" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-[4.125rem]" />
        <Skeleton className="h-[4.125rem]" />
      </div>
      <Skeleton className="h-6" />
    </div>
  );
}
