// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/**
 * Answers what the planner asks about its nodes (is this column unique?) through reflection. Calcite's own way compiles a class for each kind of question
 * before the first query is planned, and its reflective one still defines a proxy class for each. Here one proxy stands for all kinds, and what it delegates to is
 * made when the first question of a kind is asked, which most queries never do.
 */
final class LazyMetadata implements MetadataHandlerProvider {

    private static final LazyMetadata INSTANCE = new LazyMetadata();

    private final MetadataHandlerProvider reflective =
            new ProxyingMetadataHandlerProvider(DefaultRelMetadataProvider.INSTANCE);
    private final Object handlers = Proxy.newProxyInstance(
            LazyMetadata.class.getClassLoader(), handlerInterfaces(), (proxy, method, arguments) -> {
                try {
                    return method.invoke(
                            reflective.handler(method.getDeclaringClass().asSubclass(MetadataHandler.class)),
                            arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });

    private LazyMetadata() {}

    /** A query object, which holds the answers about one version of a plan. */
    static RelMetadataQuery query() {
        return new Query();
    }

    @Override
    public <H extends MetadataHandler<?>> H handler(Class<H> kind) {
        return kind.isInstance(handlers) ? kind.cast(handlers) : reflective.handler(kind);
    }

    private static Class<?>[] handlerInterfaces() {
        List<Class<?>> interfaces = new ArrayList<>();
        for (Class<?> kind : BuiltInMetadata.class.getDeclaredClasses()) {
            for (Class<?> nested : kind.getDeclaredClasses()) {
                if (MetadataHandler.class.isAssignableFrom(nested)) {
                    interfaces.add(nested);
                }
            }
        }
        return interfaces.toArray(Class<?>[]::new);
    }

    private static final class Query extends RelMetadataQuery {
        Query() {
            super(INSTANCE);
        }

        /**
         * None. Calcite learns from conditions which columns are constant, but can't read those that its simplifier has not been over, such as a comparison
         * with a NULL.
         */
        @Override
        public RelOptPredicateList getPulledUpPredicates(RelNode node) {
            return RelOptPredicateList.EMPTY;
        }
    }
}
