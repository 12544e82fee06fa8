// SPDX-License-Identifier: Apache-2.0
/**
 * Settings as data: name, type, default and description, declared once; the manual's page is generated from the declarations.
 */
@NullMarked
package dev.rowtide.core.setting;

import org.jspecify.annotations.NullMarked;
