import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';

import type { Proposal } from '../api/conversations';
import { useApproveProposals } from '../api/proposals';
import { proposalText } from '../model/proposals';
import { CorpusSelect } from './corpus-select';

interface ApproveDialogProps {
  conversation: string;
  proposal: Omit<Proposal, 'made'>;
  onClose: () => void;
}

/** Approves a proposal of a conversation about no corpus: the user chooses the one that gets the change. */
export function ApproveDialog({ conversation, proposal, onClose }: ApproveDialogProps) {
  const [corpus, setCorpus] = useState<string>();
  const approve = useApproveProposals(conversation);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Approve in a corpus`}>
      <DialogBody>
        <p>{proposalText(proposal)}</p>
        <CorpusSelect documents={[proposal.documentUuid]} isComment={proposal.kind === 'COMMENT'} value={corpus} onChange={setCorpus} />
        <DialogActions>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={approve.isPending} disabled={corpus === undefined} onClick={() => approve.mutate({ proposals: [proposal.uuid], corpus }, { onSuccess: onClose })}>
            {t`Approve`}
          </Button>
        </DialogActions>
      </DialogBody>
    </Dialog>
  );
}
