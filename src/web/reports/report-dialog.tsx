import { useForm } from 'react-hook-form';
import {
  createReport,
  REPORT_COMMENT_MAX,
  REPORT_REASON_LABELS,
  REPORT_REASONS,
  type ReportReason,
} from '#contract/reports.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { formatLength, TextAreaField } from '#web/ui/form/text-area-field.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import type { ReportTarget } from './report-target.ts';

interface Fields {
  target: string;
  reason: ReportReason | '';
  comment: string;
}

type ReportDialogProps = {
  title: string;
  targets: readonly ReportTarget[];
  open: boolean;
  onClose: () => void;
};

export function ReportDialog({ title, targets, open, onClose }: ReportDialogProps) {
  const { register, handleSubmit, watch, formState } = useForm<Fields>({
    defaultValues: { target: '0', reason: '', comment: '' },
  });
  const report = useMutation(
    mutationFor(createReport, {
      successToast: ({ isNew, message }) => ({
        title: isNew ? 'Reported' : 'Not reported again',
        description: message,
      }),
      errorToast: 'Failed to send the report',
      onSuccess: onClose,
    }),
  );
  const save = handleSubmit(({ target, reason, comment }) => {
    const chosen = targets[Number(target)];
    if (!chosen || reason === '') return;
    const { kind, id } = chosen;
    void report.mutate({ params: { kind, id }, body: { reason, comment } });
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      size="fit"
      submitLabel="Report"
      pending={report.isPending}
      pendingText="Reporting..."
      onSubmit={save}
    >
      {targets.length > 1 && (
        <SelectField
          label="What to report"
          className="sm:col-span-2"
          options={targets.map(({ label }, index) => ({ value: String(index), label }))}
          {...register('target')}
        />
      )}
      <SelectField
        label="Reason"
        className="sm:col-span-2"
        placeholder="Choose a reason"
        options={REPORT_REASONS.map((value) => ({ value, label: REPORT_REASON_LABELS[value] }))}
        error={formState.errors.reason?.message}
        {...register('reason', { required: 'Choose a reason' })}
      />
      <TextAreaField
        label="Details (optional)"
        className="sm:col-span-2"
        maxLength={REPORT_COMMENT_MAX}
        hint={formatLength(watch('comment'), REPORT_COMMENT_MAX)}
        {...register('comment')}
      />
    </FormDialog>
  );
}
