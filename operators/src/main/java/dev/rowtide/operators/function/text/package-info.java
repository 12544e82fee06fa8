// SPDX-License-Identifier: Apache-2.0
/**
 * Functions of text and binary strings, on their bytes. Text is UTF-8; a character is a code point, and where a text is ASCII a byte. Functions that
 * give a part of their argument pass it on by reference.
 */
@NullMarked
package dev.rowtide.operators.function.text;

import org.jspecify.annotations.NullMarked;
