// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.print;

import dev.rowtide.connectors.encoding.MessageEncoder;
import dev.rowtide.core.batch.ChangeBatch;
import java.io.OutputStream;

/** Prints the messages of an encoding and nothing else, for programs to read. */
final class MessagePrinter extends ResultPrinter {

    private final MessageEncoder encoder;

    MessagePrinter(MessageEncoder encoder, OutputStream out) {
        super(out);
        this.encoder = encoder;
    }

    @Override
    void printStart() {
        encoder.header(text);
    }

    @Override
    void print(ChangeBatch batch) {
        encoder.encode(batch, text);
    }

    @Override
    void printTickEnd() {
        encoder.endTick(text);
    }
}
