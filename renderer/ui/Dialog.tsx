import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "./IconButton";

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** `alertdialog` for what must be answered. */
  role?: "dialog" | "alertdialog";
  wide?: boolean;
}

/** A modal dialog; Escape and a click outside close it (not an alert). */
export function Dialog({ title, isOpen, onClose, children, footer, role = "dialog", wide }: DialogProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === "dialog"}
    >
      <Modal className={wide ? "modal wide" : "modal"}>
        <AriaDialog className="dialog" role={role}>
          <header>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton label="Close" onPress={onClose}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </header>
          <div className="content scroll">{children}</div>
          {footer && <footer>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
